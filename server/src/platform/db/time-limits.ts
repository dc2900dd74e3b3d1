import { AsyncLocalStorage } from 'node:async_hooks';

type LimitName = 'request' | 'background' | 'long';

const limitName = new AsyncLocalStorage<LimitName>();

/** Separate connections with much longer limits, for migrations, imports and jobs. */
export function withLongLimits<T>(work: () => T): T {
  return limitName.run('long', work);
}

/** Limits of 30 s, so that background work resumes soon after an outage. Overrides `withLongLimits`. */
export function inBackground<T>(work: () => T): T {
  return limitName.run('background', work);
}

export function currentLimits(): LimitName {
  return limitName.getStore() ?? 'request';
}
