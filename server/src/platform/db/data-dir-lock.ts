import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#src/platform/start-error.ts';

/**
 * Each process creates `lock-<pid>-<start>` and then looks for those of other live processes. Two that start
 * at once may both be refused, but never both accepted.
 */
export function lockDataDir(dataDir: string): () => void {
  const own = `lock-${process.pid}-${startOf(process.pid)}`;
  const release = () => rmSync(join(dataDir, own), { force: true });
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, own), '');
    for (const other of readdirSync(dataDir).filter((file) => isLock.test(file) && file !== own)) {
      const holder = livePid(other);
      if (holder)
        throw new StartError(`DATA_DIR ${dataDir} is in use by process ${holder}. Stop that process first.`);
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

/** Compares start times too, because process ids are reused. */
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

/** The time of the start of a process, in clock ticks; '' except on Linux. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
