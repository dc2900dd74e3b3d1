import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Keeps a second process off a data folder: the embedded database has no defence of its own.
 * A lock whose process is gone (kill -9, power cut) is taken over.
 * @returns the release.
 * @throws StartError when another process holds the folder or it cannot be written.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'lock');
  try {
    mkdirSync(dataDir, { recursive: true });
    writeLock(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${message}`);
    const holder = readHolder(file);
    if (holder && isAlive(holder)) {
      throw new StartError(`DATA_DIR ${dataDir} is in use by process ${holder.pid}: stop it first`);
    }
    rmSync(file, { force: true });
    writeLock(file);
  }
  return () => rmSync(file, { force: true });
}

interface Holder {
  pid: number;
  /** What the system says of the process's start, so that a reused process number is told apart. */
  startedAt: string;
}

function writeLock(file: string): void {
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) };
  writeFileSync(file, JSON.stringify(holder), { flag: 'wx' });
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    // A lock cut off half-written belongs to nobody.
    return undefined;
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return startOf(pid) === startedAt;
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
