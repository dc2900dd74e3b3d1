import { limits } from '@upaj/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import { useRef, useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { PasswordField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { changePassword, sessionsQuery } from './api.ts';
import { PasswordByCode } from './password-by-code.tsx';
import { SettingsCard } from './settings-card.tsx';

interface PasswordCardProps {
  user: Account;
  renderForgotLink: (label: string) => ReactNode;
}

export function PasswordCard({ user, renderForgotLink }: PasswordCardProps) {
  const tAuth = useT('auth');
  const tNumber = useT('number');
  const t = useT('settings');
  const heading = useRef<HTMLHeadingElement>(null);
  const [isByCode, setByCode] = useState(false);
  const { email, provedNumber, hasPassword } = user;
  const byCode = (label: string) =>
    provedNumber && (
      <PasswordByCode
        number={provedNumber}
        label={label}
        onSent={() => setByCode(true)}
        onDone={() => {
          setByCode(false);
          // The form that had the focus has disappeared.
          heading.current?.focus();
        }}
      />
    );
  if (!hasPassword) {
    return (
      <SettingsCard
        title={t('password')}
        text={provedNumber ? tNumber('noPassword') : t('noPassword')}
        headingRef={heading}
      >
        {byCode(t('getPassword')) || renderForgotLink(t('getPassword'))}
      </SettingsCard>
    );
  }
  return (
    <SettingsCard title={t('password')} text={t('passwordText')} headingRef={heading}>
      {!isByCode && (
        <ChangeForm
          loginName={email || provedNumber}
          forgot={email && renderForgotLink(tAuth('forgotPassword'))}
        />
      )}
      {byCode(tNumber('passwordByCode'))}
    </SettingsCard>
  );
}

const empty = { currentPassword: '', password: '', confirmPassword: '' };

function ChangeForm({ loginName, forgot }: { loginName: string; forgot: ReactNode }) {
  const tAuth = useT('auth');
  const t = useT('settings');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/account')).changePasswordSchema,
    defaultValues: empty,
    together: { password: 'confirmPassword' },
    send: async (values) => {
      await changePassword(values);
      form.reset(empty);
      toast.success(t('passwordChanged'), { kind: 'flow' });
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && <FormError text={failureText(failure)} />}
      {/* Password managers need this field to find the account. */}
      <input hidden readOnly autoComplete="username" value={loginName} />
      <PasswordField
        label={t('currentPassword')}
        autoComplete="current-password"
        required
        {...field('currentPassword')}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
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
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Button type="submit" busy={isBusy}>
          {isBusy ? t('passwordChanging') : t('passwordChange')}
        </Button>
        {forgot}
      </div>
    </form>
  );
}
