import { Link } from '@tanstack/react-router';
import type { ClearedPart } from '@upaj/contract/people/address-proof';
import { limits } from '@upaj/contract/limits';
import { useT } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { PasswordField } from '#ui/text-field.tsx';
import { resetPassword } from './api.ts';
import { isLinkInvalid } from './message-page.tsx';

interface ResetFormProps {
  token: string;
  /** Receives what of an earlier owner was removed. */
  onDone: (cleared: readonly ClearedPart[]) => Promise<void>;
  onLinkInvalid: () => void;
}

export function ResetForm({ token, onDone, onLinkInvalid }: ResetFormProps) {
  const tAuth = useT('auth');
  const t = useT('password');
  const { field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/account')).newPasswordSchema,
    defaultValues: { password: '', confirmPassword: '' },
    together: { password: 'confirmPassword' },
    send: async (values) => {
      let cleared: readonly ClearedPart[] = [];
      try {
        cleared = (await resetPassword({ token, ...values })).data?.cleared ?? [];
      } catch (error) {
        if (!isLinkInvalid(error)) throw error;
        return onLinkInvalid();
      }
      await onDone(cleared);
    },
  });
  return (
    <>
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('resetTitle')}</h1>
      <p className="mt-2 text-soft">{t('resetText')}</p>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
        {failure !== undefined && (
          <FormError text={failureText(failure)}>
            {isApiError(failure, 'EMAIL_RELEASED') && (
              <Link to="/register" className="inline-flex min-h-11 items-center font-semibold underline">
                {tAuth('signUp')}
              </Link>
            )}
          </FormError>
        )}
        <PasswordField
          label={t('newPassword')}
          hint={tAuth('passwordHint', { min: limits.password.min })}
          autoComplete="new-password"
          required
          {...field('password')}
        />
        <PasswordField
          label={tAuth('confirmPassword')}
          hint={tAuth('confirmHint')}
          autoComplete="new-password"
          required
          {...field('confirmPassword')}
        />
        <Button type="submit" busy={isBusy} className="min-h-12 w-full">
          {isBusy ? t('saving') : t('save')}
        </Button>
      </form>
    </>
  );
}
