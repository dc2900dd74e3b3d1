import { useQueryClient } from '@tanstack/react-query';
import { changePasswordSchema } from '@upaj/contract/people/account';
import type { Account } from '@upaj/contract/people/profiles';
import type { ReactNode } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
import { failureText, useApiForm } from '#lib/form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { PasswordField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { changePassword, sessionsQuery } from './api.ts';
import { SettingsCard } from './settings-card.tsx';

interface PasswordCardProps {
  user: Account;
  /** Leads to where a forgotten password is replaced. */
  renderForgotLink: (label: string) => ReactNode;
}

export function PasswordCard({ user, renderForgotLink }: PasswordCardProps) {
  const t = useT();
  const texts = useTexts('settings');
  if (!user.hasPassword) {
    return (
      <SettingsCard title={texts.password} text={texts.noPassword}>
        {renderForgotLink(texts.getPassword)}
      </SettingsCard>
    );
  }
  return (
    <SettingsCard title={texts.password} text={texts.passwordText}>
      <ChangeForm email={user.email} forgot={renderForgotLink(t.auth.forgotPassword)} />
    </SettingsCard>
  );
}

const empty = { currentPassword: '', password: '', confirmPassword: '' };

function ChangeForm({ email, forgot }: { email: string; forgot: ReactNode }) {
  const t = useT();
  const texts = useTexts('settings');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: changePasswordSchema,
    defaultValues: empty,
    together: { password: 'confirmPassword' },
    send: async (values) => {
      await changePassword(values);
      form.reset(empty);
      toast.success(texts.passwordChanged, { kind: 'flow' });
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && <FormError text={failureText(failure, t)} />}
      {/* So that browsers know whose password they are asked to keep. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        label={texts.currentPassword}
        autoComplete="current-password"
        required
        {...field('currentPassword')}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <PasswordField
          label={texts.newPassword}
          hint={t.auth.passwordHint}
          autoComplete="new-password"
          required
          {...field('password')}
        />
        <PasswordField
          label={t.auth.confirmPassword}
          hint={t.auth.confirmHint}
          autoComplete="new-password"
          required
          {...field('confirmPassword')}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Button type="submit" busy={isBusy}>
          {isBusy ? texts.passwordChanging : texts.passwordChange}
        </Button>
        {forgot}
      </div>
    </form>
  );
}
