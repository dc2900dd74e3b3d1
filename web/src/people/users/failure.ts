import { getT } from '#i18n/locale.ts';
import { failureText } from '#lib/form.ts';

/** The specification has other texts for the log-in and the registration than for other forms. */
export function authFailureText(error: unknown): string {
  return failureText(error, {
    offline: getT('auth')('networkError'),
    unexpected: getT('errors')('UNEXPECTED'),
  });
}
