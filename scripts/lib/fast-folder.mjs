import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** In bytes; containers often have 64 MB. */
const enough = 4 * 1024 ** 3;

/** For temporary files that need not survive a power cut: in memory if there is room. Creating databases is 5 times as fast there. */
export function fastFolder() {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= enough) return memory;
  } catch {
    // No such folder: use the usual one.
  }
  return tmpdir();
}
