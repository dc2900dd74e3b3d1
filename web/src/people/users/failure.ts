import { getT } from '#i18n/locale.ts';
import { failureText } from '#ui/forms/form.ts';

/** The specification has its own texts for log-in and registration. */
export function authFailureText(error: unknown): string {
  return failureText(error, {
    offline: getT('auth')('networkError'),
    unexpected: getT('auth')('unexpected'),
  });
}
