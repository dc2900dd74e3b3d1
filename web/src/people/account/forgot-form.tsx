import { timings } from '@upaj/contract/limits';
import { useMutation } from '@tanstack/react-query';
import MailCheck from 'lucide-react/icons/mail-check';
import { useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { requestReset } from './api.ts';
import { MessagePage } from './message-page.tsx';
import { ResendButton, resendWait, useWait } from './resend-button.tsx';

interface ForgotFormProps {
  email?: string;
  back: ReactNode;
}

export function ForgotForm({ email = '', back }: ForgotFormProps) {
  const tAuth = useT('auth');
  const t = useT('password');
  const [sentTo, setSentTo] = useState<string>();
  const { field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/account')).forgotPasswordSchema,
    defaultValues: { email },
    send: async (values) => {
      await requestReset(values);
      setSentTo(values.email);
    },
  });
  if (sentTo) return <Sent email={sentTo} onOther={() => setSentTo(undefined)} back={back} />;
  return (
    <>
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('forgotTitle')}</h1>
      <p className="mt-2 text-soft">{t('forgotText')}</p>
      <form noValidate onSubmit={submit} className="mt-6 mb-3 flex flex-col gap-4">
        {failure !== undefined && <FormError text={failureText(failure)} />}
        <TextField
          label={tAuth('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...field('email')}
        />
        <Button type="submit" busy={isBusy} className="min-h-12 w-full">
          {isBusy ? t('sending') : t('sendLink')}
        </Button>
      </form>
      {back}
    </>
  );
}

/** Says the same for every email address, so that it does not reveal who has an account. */
function Sent({ email, onOther, back }: { email: string; onOther: () => void; back: ReactNode }) {
  const t = useT('password');
  const wait = useWait(resendWait);
  const again = useMutation({
    mutationFn: () => requestReset({ email }),
    onSuccess: () => wait.begin(resendWait),
  });
  return (
    <MessagePage icon={<MailCheck size={26} />} title={t('sentTitle')}>
      <p role="status">{t('sent', { minutes: timings.resetLink / 60_000 })}</p>
      <p>
        <span className="text-soft">{t('sentTo')}</span> <strong className="break-all">{email}</strong>
      </p>
      <p className="text-soft">{t('sentHint')}</p>
      {again.error && <FormError text={failureText(again.error)} />}
      <p role="status" className="empty:hidden">
        {again.isSuccess && t('sentAgain')}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <ResendButton
          label={t('sendAgain')}
          waitLabel={(seconds) => t('sendAgainIn', { seconds })}
          seconds={wait.seconds}
          isBusy={again.isPending}
          onPress={() => again.mutate()}
        />
        <button type="button" onClick={onOther} className="min-h-11 font-semibold text-leaf underline">
          {t('otherEmail')}
        </button>
      </div>
      {back}
    </MessagePage>
  );
}
