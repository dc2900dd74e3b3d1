import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the work at most this many ms, and then throws an Error. The work continues, and its result is ignored. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No response within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the work at most this many ms. Returns undefined when it takes longer. */
export async function waitAtMost<T>(ms: number, work: Promise<T> | undefined): Promise<T | undefined> {
  const bound = new AbortController();
  const tooLong = sleep(ms, undefined, { signal: bound.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    bound.abort();
  }
}

/** @returns undefined when the file or folder does not exist */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
