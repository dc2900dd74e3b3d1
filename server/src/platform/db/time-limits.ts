import { AsyncLocalStorage } from 'node:async_hooks';

type LimitName = 'request' | 'background' | 'long';

const limitName = new AsyncLocalStorage<LimitName>();

/**
 * Runs background work, such as migrations, imports and jobs, on separate connections with much longer limits
 * than requests have.
 */
export function withLongLimits<T>(work: () => T): T {
  return limitName.run('long', work);
}

/** Runs short background work with limits of 30 s, so that it resumes soon after an outage. Overrides `withLongLimits`. */
export function inBackground<T>(work: () => T): T {
  return limitName.run('background', work);
}

export function currentLimits(): LimitName {
  return limitName.getStore() ?? 'request';
}
