import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { authFailureText } from '#people/users/failure.ts';
import { confirmSession, lacksCode } from '#people/users/session.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { DigitsField, TextField } from '#ui/text-field.tsx';
import { confirmCode } from './api.ts';

const secondFactorSchemas = () => import('@upaj/contract/people/second-factor');

/** Asks for a code after the log-in, and staff again every 12 hours. */
export function CodeForm({ onDone }: { onDone: () => void }) {
  const t = useT('auth');
  const client = useQueryClient();
  const [isRecovery, setRecovery] = useState(false);
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await secondFactorSchemas()).confirmSecondFactorSchema,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      confirmSession(client, await confirmCode(code), lacksCode.get());
      onDone();
    },
  });
  const toggle = () => {
    form.reset({ code: '' });
    setRecovery(!isRecovery);
  };

  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
      <p>{t(isRecovery ? 'code.recoveryText' : 'code.text')}</p>
      {failure !== undefined && <FormError text={authFailureText(failure)} />}
      {isRecovery ? (
        <TextField
          key="recovery"
          label={t('code.recovery')}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          {...field('code')}
        />
      ) : (
        <DigitsField
          key="digits"
          label={t('code.digits')}
          count={6}
          autoComplete="one-time-code"
          required
          {...field('code')}
        />
      )}
      <Button type="submit" busy={isBusy} className="min-h-12 w-full">
        {t('code.confirm')}
      </Button>
      <Button type="button" variant="line" onClick={toggle} className="w-full">
        {t(isRecovery ? 'code.useApp' : 'code.useRecovery')}
      </Button>
    </form>
  );
}
