import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** Far longer than a process takes from judging a lock to writing its own, in ms. */
const settling = 100;

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
    let isTakenOver = false;
    while (!writeLock(file)) {
      refuseIfHeld(dataDir, file);
      rmSync(file, { force: true });
      isTakenOver = true;
    }
    if (isTakenOver) {
      // Another process may have judged the old lock at the same moment and removed ours: the last to write has it.
      sleep(settling);
      refuseIfHeld(dataDir, file);
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`);
  }
  return () => rmSync(file, { force: true });
}

function refuseIfHeld(dataDir: string, file: string): void {
  let holder = readHolder(file);
  if (!holder) {
    // It may be being written right now; one that stays cut off belongs to nobody.
    sleep(settling);
    holder = readHolder(file);
  }
  if (holder && isAlive(holder))
    throw new StartError(`DATA_DIR ${dataDir} is in use by process ${holder.pid}: stop it first`);
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

interface Holder {
  pid: number;
  /** What the system says of the process's start, so that a reused process number is told apart. */
  startedAt: string;
}

/** @returns false when there is a lock already. */
function writeLock(file: string): boolean {
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) };
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
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
