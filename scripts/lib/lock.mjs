import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
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

/** Runs `work` when no other process holds the lock. @param {string} file @param {() => void} work */
export function withLock(file, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  let hasWaited = false;
  while (!tryTake(file)) {
    try {
      const holder = Number(readFileSync(file, 'utf8'));
      if (!isAlive(holder)) rmSync(file, { force: true });
      else if (!hasWaited) console.log(`Waiting for another setup (process ${holder}) to finish …`);
      hasWaited = true;
    } catch {
      // The other process has just finished.
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    work();
  } finally {
    rmSync(file, { force: true });
  }
}
