import { useMutation, useQueryClient } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';
import LogIn from 'lucide-react/icons/log-in';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { failureText } from '#ui/forms/form.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { verifyEmail } from './api.ts';
import { isLinkInvalid, LinkInvalid, MessagePage } from './message-page.tsx';

interface VerifyEmailProps {
  token: string;
  onward: ReactNode;
  sendAgain: ReactNode;
  /** Links for people who are not logged in to the account, which may be another person's. */
  waysIn: ReactNode;
}

/** Asks for a press, because mail scanners open links and would use up the token. */
export function VerifyEmail({ token, onward, sendAgain, waysIn }: VerifyEmailProps) {
  const t = useT('password');
  const client = useQueryClient();
  const verification = useMutation({
    mutationFn: () => verifyEmail(token),
    onSuccess: () => void client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
  const { error } = verification;

  if (verification.isSuccess) {
    return (
      <MessagePage icon={<BadgeCheck size={28} />} title={t('verified')}>
        <p role="status">{t('verifiedText')}</p>
        {onward}
      </MessagePage>
    );
  }
  if (isApiError(error, 'LOG_IN_TO_VERIFY'))
    return (
      <MessagePage isFailure icon={<LogIn size={26} />} title={t('verifyTitle')}>
        <p role="alert">{errorText(error)}</p>
        <p className="text-soft">{t('notMine')}</p>
        {waysIn}
      </MessagePage>
    );
  if (!token || isLinkInvalid(error)) return <LinkInvalid text={t('verifyAgainText')} action={sendAgain} />;
  return (
    <>
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('verifyTitle')}</h1>
      <p className="mt-2 text-soft">{t('verifyText')}</p>
      <div className="mt-6 flex flex-col gap-4">
        {error && !verification.isPending && <FormError text={failureText(error)} />}
        <Button
          busy={verification.isPending}
          onClick={() => verification.mutate()}
          className="min-h-12 w-full"
        >
          {verification.isPending ? t('verifying') : t('verify')}
        </Button>
      </div>
    </>
  );
}
