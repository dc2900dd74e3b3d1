import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** In bytes; containers often have 64 MB. */
const enough = 4 * 1024 ** 3;

/** For temporary files that need not survive a power cut: in memory if there is room. Creating databases is 5 times as fast there. */
export function fastFolder() {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= enough ? memory : tmpdir();
}
