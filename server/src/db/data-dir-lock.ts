import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Keeps a second process off a data folder: the embedded database has no defence of its own.
 *
 * Each process lays a file of its own, `lock-<pid>-<start>`, and then looks for those of others that are alive. Nobody
 * ever replaces another's file, so there is nothing to race for: two that start in the same instant may both be
 * refused, but never both let in. Files of processes that are gone (kill -9, power cut) are cleared away.
 * @returns the release.
 * @throws StartError when another process holds the folder or it cannot be written.
 */
export function lockDataDir(dataDir: string): () => void {
  const own = `lock-${process.pid}-${startOf(process.pid)}`;
  const release = () => rmSync(join(dataDir, own), { force: true });
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, own), '');
    for (const other of readdirSync(dataDir).filter((file) => isLock.test(file) && file !== own)) {
      const holder = livePid(other);
      if (holder) throw new StartError(`DATA_DIR ${dataDir} is in use by process ${holder}: stop it first`);
      rmSync(join(dataDir, other), { force: true });
    }
  } catch (error) {
    if (!(error instanceof StartError)) {
      throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`);
    }
    release();
    throw error;
  }
  return release;
}

const isLock = /^lock-\d+-\d*$/;

/** The process behind a lock file, if it is alive and no other one by its number. */
function livePid(file: string): number | undefined {
  const [, digits, start] = file.split('-');
  const pid = Number(digits);
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : undefined;
  }
  return pid !== process.pid && startOf(pid) === start ? pid : undefined;
}

/** The start time in clock ticks where the system shows it (Linux), else ''. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
