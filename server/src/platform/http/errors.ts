import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure, FieldError } from '@upaj/contract/envelope';
import { errors, type ErrorCode } from '@upaj/contract/errors';
import { type FieldMessageKey, fieldValues } from '@upaj/contract/field-messages';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod/mini';
import { isWrittenByNoMember, isDatabaseAway } from '#src/platform/db/errors.ts';
import { errorValues } from '@upaj/contract/error-values';
import { hasText, textsIn } from '#src/platform/texts.ts';

export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** Fields that the response has beside the code. */
  readonly data: object | undefined;

  constructor(
    code: ErrorCode,
    details: {
      fields?: FieldError[];
      retryAfterSeconds?: number;
      data?: object;
      /** Replaces the usual text of the code. */
      message?: string;
      cause?: unknown;
    } = {},
  ) {
    super(details.message ?? messageOf(code), { cause: details.cause });
    this.code = code;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.data = details.data;
  }
}

export function fieldError(field: string, key: FieldMessageKey): FieldError {
  return { field, key, message: fieldText(key) };
}

export function invalidField(field: string, key: FieldMessageKey): AppError {
  return new AppError('INVALID_INPUT', { fields: [fieldError(field, key)] });
}

/** Names one of the field's files by its number, from 1. */
export function invalidFile(field: string, key: FieldMessageKey, number: number): AppError {
  return new AppError('INVALID_INPUT', { fields: [{ ...fieldError(field, key), number }] });
}

export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const { path, message } of issues) {
    const field = path.join('.');
    if (!byField.has(field))
      byField.set(field, fieldError(field, isFieldMessageKey(message) ? message : 'invalid'));
  }
  return [...byField.values()];
}

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

const secondsUntilRetry = 5;

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return fullDisk.has((error as NodeJS.ErrnoException).code ?? '') || isStorageFull(error.cause);
}

export function toAppError(error: unknown): AppError {
  if (isDatabaseAway(error))
    return new AppError('DATABASE_UNAVAILABLE', { retryAfterSeconds: secondsUntilRetry, cause: error });
  if (error instanceof AppError) return error;
  if (isWrittenByNoMember(error)) return new AppError('NOT_LOGGED_IN', { cause: error });
  if (isStorageFull(error)) return new AppError('STORAGE_FULL', { retryAfterSeconds: 600, cause: error });
  const { statusCode = 500 } = error as Partial<FastifyError>;
  return new AppError(codeByStatus[statusCode] ?? (statusCode < 500 ? 'MALFORMED_REQUEST' : 'UNEXPECTED'));
}

function writeFailure({ code, message, fields, data }: AppError, requestId: string): string {
  const failure: Failure = {
    ...data,
    statusCode: errors[code].status,
    success: false,
    code,
    message: fields[0]?.message ?? message,
    errors: fields,
    requestId,
  };
  return JSON.stringify(failure);
}

const sentCodes = new WeakMap<FastifyRequest, ErrorCode>();

/** Returns the code of the failure that was sent for the request. */
export function sentCodeOf(request: FastifyRequest): ErrorCode | undefined {
  return sentCodes.get(request);
}

/** Sends a failure as JSON, or as `page`. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  page?: { type: string; body: string },
): FastifyReply {
  const known = toAppError(error);
  sentCodes.set(request, known.code);
  const statusCode = errors[known.code].status;
  if (statusCode >= 500) request.log.error({ err: error }, 'request failed');
  if (known.retryAfterSeconds) reply.header('retry-after', String(known.retryAfterSeconds));
  return reply
    .status(statusCode)
    .header('cache-control', 'private, no-store')
    .type(page?.type ?? 'application/json')
    .send(page?.body ?? writeFailure(known, request.id));
}

const codeByCause: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Responds to what Node's parser refuses, for which no request exists. */
export function refuseConnection({ code: cause = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (cause === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = new AppError(codeByCause[cause] ?? 'MALFORMED_REQUEST');
  const { status } = errors[error.code];
  const body = writeFailure(error, uuidv7());
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

// Messages are in English, because the web translates by code and key. The casts are needed because types cannot follow
// values through a variable key.
const errorText = textsIn('en', 'errors') as (code: ErrorCode, values?: object) => string;
const messageText = textsIn('en', 'fields') as (key: FieldMessageKey, values?: object) => string;

export function messageOf(code: ErrorCode): string {
  return errorText(code, (errorValues as Partial<Record<ErrorCode, object>>)[code]);
}

export function fieldText(key: FieldMessageKey): string {
  return messageText(key, (fieldValues as Partial<Record<FieldMessageKey, object>>)[key]);
}

export function isFieldMessageKey(key: string): key is FieldMessageKey {
  return hasText('fields', key);
}
