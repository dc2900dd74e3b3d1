import type { Catalogue } from '#i18n/catalogue.ts';
import { ApiError, errorText, isApiError } from '#lib/api-errors.ts';

/** What to tell about a call that failed; how long to wait, where the server names it. */
export function failureText(error: unknown, t: Catalogue): string {
  if (isApiError(error, 'TOO_MANY_REQUESTS') && error.retryAfterSeconds) {
    return t.auth.waitMinutes(Math.ceil(error.retryAfterSeconds / 60));
  }
  return errorText(error, t);
}

/** A link that is over, and one that was cut or mistyped, are the same to the reader: a new one is needed. */
export function isLinkInvalid(error: unknown): boolean {
  return (
    isApiError(error, 'LINK_INVALID') ||
    (error instanceof ApiError && error.errors.some(({ field }) => field === 'token'))
  );
}
