import { AsyncLocalStorage } from 'node:async_hooks';

type Pace = 'request' | 'background' | 'patient';

const pace = new AsyncLocalStorage<Pace>();

/**
 * Runs background work, such as migrations, imports and jobs, on separate connections with much longer limits
 * than requests have.
 */
export function patiently<T>(work: () => T): T {
  return pace.run('patient', work);
}

/** Runs short background work with limits of 30 s, so that it resumes soon after an outage. Overrides `patiently`. */
export function inBackground<T>(work: () => T): T {
  return pace.run('background', work);
}

export function currentPace(): Pace {
  return pace.getStore() ?? 'request';
}
