import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 200;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} file @returns {number | undefined} the process that holds the lock */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** Renaming is atomic, so only one of two processes removes a stale lock. @param {string} file */
function removeDead(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // Another process was faster.
  }
}

/**
 * Runs `work` while holding a lock file. Waits for its holder; replaces a stale lock.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(pid: number | undefined) => void} [onWait] called once when there is a wait
 */
export async function withLock(file, work, onWait) {
  mkdirSync(path.dirname(file), { recursive: true });
  let hasWaited = false;
  let emptySeen = 0;
  for (;;) {
    if (tryTake(file)) break;
    const holder = holderOf(file);
    // A lock is empty briefly; one that stays empty was left by a crash.
    emptySeen = holder ? 0 : emptySeen + 1;
    if (holder ? !isAlive(holder) : emptySeen > 10) removeDead(file);
    else {
      if (!hasWaited) onWait?.(holder);
      hasWaited = true;
      await wait(POLL_MS);
    }
  }
  const release = () => {
    if (holderOf(file) === process.pid) rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
