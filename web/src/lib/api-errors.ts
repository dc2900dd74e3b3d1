import type { FieldError } from '@upaj/contract/envelope';
import type { ErrorCode } from '@upaj/contract/errors';
import { errorValues } from '@upaj/contract/error-values';
import { findText, getT } from '#i18n/locale.ts';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string;
  /** Responses with status 429 and 503 name it in Retry-After. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole response, as some failures carry more than a message. */
  readonly response: unknown;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    errors: readonly FieldError[];
    requestId: string;
    retryAfterSeconds?: number | undefined;
    response?: unknown;
  }) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.errors = failure.errors;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.response = failure.response;
  }
}

export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

export function isApiError(error: unknown, code?: ErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Whether the server cannot be reached, is starting or stopping, or lacks its database. */
export function isUnreachableError(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'UNAVAILABLE' || error.code === 'DATABASE_UNAVAILABLE';
  return error instanceof NetworkError || error instanceof TimeoutError;
}

/** Returns the text for the error's code, else the server's message. */
export function errorText(error: unknown): string {
  const t = getT('common');
  if (error instanceof ApiError) return codeText(error.code) ?? (error.message || t('unexpected'));
  if (error instanceof TimeoutError) return t('timeout');
  if (error instanceof NetworkError) return t('networkError');
  return t('unexpected');
}

/** Returns undefined when the server sent no message or no response. */
export function serverText(error: unknown): string | undefined {
  return error instanceof ApiError && error.message !== '' ? errorText(error) : undefined;
}

const values: Readonly<Record<string, object>> = errorValues;

/** Returns undefined for a code of a newer server. */
export function codeText(code: string): string | undefined {
  return findText('errors', code, Object.hasOwn(values, code) ? values[code] : undefined);
}
