import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { isDatabaseAway } from '#src/platform/db/errors.ts';

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
  [field: string]: unknown;
}

/** Excludes secrets and personal data from the log, except the client's address. */
export const logSerializers = {
  /** Queries may contain OAuth codes, reset tokens, names and places. */
  req: ({ method, url, ip, socket }: FastifyRequest) => ({
    method,
    url: url.split('?', 1)[0],
    remoteAddress: ip,
    remotePort: socket.remotePort,
  }),
  /** Database drivers add parameters and row values to their errors, which must not be logged. */
  err: describeError,
};

function describeError(error: unknown): LoggedError {
  const { name, message, stack, code, cause } = error as Error & { code?: unknown };
  return {
    type: name,
    message,
    stack: stack ?? '',
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}

type LoggerSettings = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

const loggedEvery = 10_000;

/** Logs one outage every 10 s, because every request and timer would log it. */
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
