import { errors, type ErrorCode } from '@upaj/contract/errors';
import type { Failure, FieldError } from '@upaj/contract/envelope';
import { fieldMessages, isFieldMessageKey, type FieldMessageKey } from '@upaj/contract/messages';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

/** A failure that is told to the client by a code of the catalogue. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    details: { fields?: FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(errors[code].message, { cause: details.cause });
    this.code = code;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export function fieldError(field: string, key: FieldMessageKey): FieldError {
  return { field, key, message: fieldMessages[key] };
}

/** Input that one field spoils. */
export function invalidField(field: string, key: FieldMessageKey): AppError {
  return new AppError('INVALID_INPUT', { fields: [fieldError(field, key)] });
}

/** What a schema found, in the order of its fields: the first thing wrong with each. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const { path, message } of issues) {
    const field = path.join('.');
    if (!byField.has(field))
      byField.set(field, fieldError(field, isFieldMessageKey(message) ? message : 'invalid'));
  }
  return [...byField.values()];
}

/** Fastify's own refusals, by status. */
const codeByStatus: Record<number, ErrorCode> = {
  400: 'MALFORMED_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'TOO_LARGE',
  414: 'TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  431: 'TOO_LARGE',
  503: 'UNAVAILABLE',
};

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { statusCode = 500 } = error as Partial<FastifyError>;
  return new AppError(codeByStatus[statusCode] ?? (statusCode < 500 ? 'MALFORMED_REQUEST' : 'UNEXPECTED'));
}

/** Every failure leaves by here: told by its code, and logged once where it is ours. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const statusCode = errors[known.code].status;
  if (statusCode >= 500) request.log.error({ err: error }, 'request failed');
  if (known.retryAfterSeconds) reply.header('retry-after', String(known.retryAfterSeconds));
  const failure: Failure = {
    statusCode,
    success: false,
    code: known.code,
    message: known.fields[0]?.message ?? known.message,
    errors: known.fields,
    requestId: request.id,
  };
  return reply
    .status(statusCode)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(failure));
}
