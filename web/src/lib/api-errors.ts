import type { FieldError } from '@upaj/contract/envelope';
import type { ErrorCode } from '@upaj/contract/errors';
import { errorValues } from '@upaj/contract/errors';
import { findText, getT } from '#i18n/locale.ts';

/** The server answered, and it was not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string;
  /** When to try again, where the server says so (429, 503). */
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    errors: readonly FieldError[];
    requestId: string;
    retryAfterSeconds?: number | undefined;
  }) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.errors = failure.errors;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

/** No answer came: no line, or the server is down. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** No answer came in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Whether this error is the server's answer with that code. */
export function isApiError(error: unknown, code?: ErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Nobody answered, or the server is starting, stopping or without its database: worth another try. */
export function isUnreachableError(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'UNAVAILABLE' || error.code === 'DATABASE_UNAVAILABLE';
  return error instanceof NetworkError || error instanceof TimeoutError;
}

/** What to tell the reader about an error: by its code, else what the server said. */
export function errorText(error: unknown): string {
  const t = getT('common');
  if (error instanceof ApiError) return codeText(error.code) ?? (error.message || t('unexpected'));
  if (error instanceof TimeoutError) return t('timeout');
  if (error instanceof NetworkError) return t('networkError');
  return t('unexpected');
}

/** What the server said, in the reader's language; undefined where it said nothing or never answered. */
export function serverText(error: unknown): string | undefined {
  return error instanceof ApiError && error.message !== '' ? errorText(error) : undefined;
}

const values: Readonly<Record<string, object>> = errorValues;

/** The text of an error code; undefined for a code of a newer server. */
export function codeText(code: string): string | undefined {
  return findText('errors', code, Object.hasOwn(values, code) ? values[code] : undefined);
}
