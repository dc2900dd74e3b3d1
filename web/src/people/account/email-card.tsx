import { timings } from '@upaj/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Mail from 'lucide-react/icons/mail';
import { useEffect, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { addEmail } from '#people/numbers/api.ts';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { sendVerification } from './api.ts';
import { OwnPassword, passwordErrors } from './own-password.tsx';
import { ResendButton, resendWait, useWait } from './resend-button.tsx';
import { SettingsCard } from './settings-card.tsx';

export function EmailCard({ user }: { user: Account }) {
  const t = useT('settings');
  const tNumber = useT('number');
  if (!user.email) {
    return (
      <SettingsCard title={t('email')} text={tNumber('noEmail')}>
        <AddEmail hasPassword={user.hasPassword} />
      </SettingsCard>
    );
  }
  return (
    <SettingsCard
      title={t('email')}
      text={t('emailText')}
      aside={
        user.isEmailVerified ? (
          <Badge tone="leaf">
            <BadgeCheck size={16} aria-hidden />
            {t('emailVerified')}
          </Badge>
        ) : (
          <Badge tone="plain">{t('emailNotVerified')}</Badge>
        )
      }
    >
      <p className="font-medium break-all">{user.email}</p>
      {!user.isEmailVerified && <Verification email={user.email} />}
    </SettingsCard>
  );
}

function Verification({ email }: { email: string }) {
  const t = useT('settings');
  const wait = useWait();
  const sending = useMutation({ mutationFn: sendVerification, onSuccess: () => wait.begin(resendWait) });
  const isSent = sending.isSuccess || wait.seconds > 0;
  useRefreshOnReturn(isSent);
  return (
    <>
      <p role="status" className="empty:hidden">
        {isSent && t('verifySent', { email, hours: timings.verifyLink / 3_600_000 })}
      </p>
      {sending.error && <FormError text={failureText(sending.error)} />}
      <ResendButton
        label={isSent ? t('sendAgain') : t('verify')}
        waitLabel={(seconds) => t('sendAgainIn', { seconds })}
        seconds={wait.seconds}
        isBusy={sending.isPending}
        onPress={() => sending.mutate()}
        icon={<Mail size={20} aria-hidden />}
      />
    </>
  );
}

function AddEmail({ hasPassword }: { hasPassword: boolean }) {
  const t = useT('settings');
  const tNumber = useT('number');
  const [sentTo, setSentTo] = useState<string>();
  useRefreshOnReturn(sentTo !== undefined);
  const { field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/number-codes')).addEmailSchema,
    defaultValues: { email: '', password: '' },
    check: ({ password }) => passwordErrors(hasPassword, password),
    send: async ({ email, password }) => {
      await addEmail({ email, ...(hasPassword && { password }) });
      setSentTo(email);
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && <FormError text={failureText(failure)} />}
      <TextField
        label={t('email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('email')}
      />
      {hasPassword && <OwnPassword {...field('password')} />}
      <p role="status" className="empty:hidden">
        {sentTo &&
          `${t('verifySent', { email: sentTo, hours: timings.verifyLink / 3_600_000 })} ${tNumber('emailOnOpen')}`}
      </p>
      <Button
        type="submit"
        variant={sentTo ? 'line' : 'primary'}
        busy={isBusy}
        className="self-start max-sm:w-full"
      >
        {sentTo ? t('sendAgain') : tNumber('addEmail')}
      </Button>
    </form>
  );
}

/** Refetches when the user comes back, because the link in the email opens in another tab. */
function useRefreshOnReturn(isExpected: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isExpected) return;
    const refresh = () => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [client, isExpected]);
}
