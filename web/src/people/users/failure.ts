import { getT } from '#i18n/locale.ts';
import { failureText } from '#ui/forms/form.ts';

/** Log-in and registration have their own texts for lost connections and unexpected errors. */
export function authFailureText(error: unknown): string {
  return failureText(error, {
    offline: getT('auth')('networkError'),
    unexpected: getT('auth')('unexpected'),
  });
}
