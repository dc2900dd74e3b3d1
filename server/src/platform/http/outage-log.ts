import type { FastifyServerOptions } from 'fastify';
import { isDatabaseAway } from '#src/platform/db/outage.ts';

type LoggerSettings = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

const loggedEvery = 10_000;

/** Every request and timer would log an outage: logs one every 10 s. */
export function logOutagesOnce(): NonNullable<LoggerSettings['hooks']> {
  let loggedAt = -Infinity;
  return {
    logMethod(args, method) {
      const [line] = args;
      if (isDatabaseAway((line as { err?: unknown } | null)?.err)) {
        if (performance.now() - loggedAt < loggedEvery) return;
        loggedAt = performance.now();
      }
      method.apply(this, args);
    },
  };
}
