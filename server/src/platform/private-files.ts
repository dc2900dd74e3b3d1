import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The umask of the server and its commands: only their own user can read what they write. */
export const privateUmask = 0o077;

/** What the server writes to DATA_DIR. Other files of the folder are left alone. */
const ownName = /^(?:database|media|mail|uploads|secret-key|lock)/;
const sticky = 0o1000;

/**
 * Takes DATA_DIR and what is in it away from other users of the machine, because earlier versions wrote files that
 * everybody could read. @returns warnings
 */
export function makePrivate(dataDir: string): string[] {
  const refused: string[] = [];

  function close(path: string, { mode }: Stats): void {
    if ((mode & privateUmask) === 0) return;
    try {
      chmodSync(path, mode & 0o7777 & ~privateUmask);
    } catch {
      refused.push(path);
    }
  }

  /** A folder is closed after its content, so that one that is closed is complete. */
  function closeAll(path: string, found: Stats | undefined): void {
    // There may be very many photos.
    const isDone = path === join(dataDir, 'media') && found && (found.mode & privateUmask) === 0;
    if (isDone || !(found?.isDirectory() || found?.isFile())) return;
    if (found.isDirectory())
      for (const name of namesIn(path))
        closeAll(join(path, name), lstatSync(join(path, name), { throwIfNoEntry: false }));
    close(path, found);
  }

  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return [];
  // The operator may have put a link to another disk in the place of a folder.
  for (const name of namesIn(dataDir))
    if (ownName.test(name))
      closeAll(join(dataDir, name), statSync(join(dataDir, name), { throwIfNoEntry: false }));
  // A folder of the whole machine stays open.
  const isShared = (folder.mode & sticky) !== 0 || resolve(dataDir) === dirname(resolve(dataDir));
  if (!isShared) close(dataDir, folder);
  const [first] = refused;
  return first === undefined
    ? []
    : [
        `Other users of this machine may read ${refused.length} files or folders, such as ${first}. Make this user their owner, or set their modes to 700 (folders) and 600 (files).`,
      ];
}

/** Another process may remove a folder meanwhile. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
