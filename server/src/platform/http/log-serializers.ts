import type { FastifyRequest } from 'fastify';

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
  /** Database drivers add parameters and row values to their errors. */
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
