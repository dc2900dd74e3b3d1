import type { Catalogue } from '#i18n/catalogue.ts';
import { ApiError, errorText, fieldText, NetworkError, TimeoutError } from '#lib/api-errors.ts';

/** What to tell about a log-in or registration that failed: what the server says, else what is known of the line. */
export function failureText(error: unknown, t: Catalogue): string {
  if (error instanceof NetworkError || error instanceof TimeoutError) return t.auth.networkError;
  if (!(error instanceof ApiError)) return t.errors.UNEXPECTED;
  if (error.code === 'TOO_MANY_REQUESTS' && error.retryAfterSeconds) {
    return t.auth.waitMinutes(Math.ceil(error.retryAfterSeconds / 60));
  }
  const [first] = error.errors;
  return first ? fieldText(first, t) : errorText(error, t);
}
