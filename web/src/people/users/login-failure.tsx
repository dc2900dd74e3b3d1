import { Link } from '@tanstack/react-router';
import type { SuspendedFailure } from '@upaj/contract/people/users';
import { useT } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { FormError } from '#ui/field.tsx';

/** Returns the token that opens the decision which suspended the account. */
export function appealTokenOf(error: unknown): string | undefined {
  if (!isApiError(error, 'ACCOUNT_SUSPENDED')) return undefined;
  return (error.response as SuspendedFailure).appealToken;
}

export function LoginFailure({ error, text }: { error: unknown; text: string }) {
  const t = useT('auth');
  const appealToken = appealTokenOf(error);
  return (
    <FormError text={text}>
      {appealToken && (
        <Link
          to="/appeal"
          hash={appealToken}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          {t('readWhyAndAppeal')}
        </Link>
      )}
    </FormError>
  );
}
