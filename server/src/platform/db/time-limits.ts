import { AsyncLocalStorage } from 'node:async_hooks';

type LimitName = 'request' | 'list' | 'lagging list' | 'background' | 'long';

const limitName = new AsyncLocalStorage<LimitName>();

/** Runs the work on separate connections with much longer limits, for migrations, imports and jobs. */
export function withLongLimits<T>(work: () => T): T {
  return limitName.run('long', work);
}

/** Runs the work with limits of 30 s, so that it resumes soon after an outage. Overrides `withLongLimits`. */
export function inBackground<T>(work: () => T): T {
  return limitName.run('background', work);
}

/**
 * Runs work that only reads on connections of its own, so that writes that wait for a synchronous standby do not delay
 * it. If it `mayLag`, it reads a standby that is at most 5 s behind, if there is one.
 */
export function asList<T>(work: () => T, { mayLag }: { mayLag: boolean }): T {
  return limitName.run(mayLag ? 'lagging list' : 'list', work);
}

export function mayLag(): boolean {
  return currentLimits() === 'lagging list';
}

export function currentLimits(): LimitName {
  return limitName.getStore() ?? 'request';
}
