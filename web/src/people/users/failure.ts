import type { Catalogue } from '#i18n/catalogue.ts';
import { failureText } from '#lib/form.ts';

/** The specification has other texts for the log-in and the registration than for other forms. */
export function authFailureText(error: unknown, t: Catalogue): string {
  return failureText(error, t, { offline: t.auth.networkError, unexpected: t.errors.UNEXPECTED });
}
