import { useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import { useEffect, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { askForOwnCode, setPasswordByCode } from '#people/numbers/api.ts';
import { CodeStep } from '#people/numbers/code-step.tsx';
import { patchUser } from '#people/profiles/profile-cache.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { PasswordField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { sessionsQuery } from './api.ts';

interface PasswordByCodeProps {
  /** The number that the account logs in with. */
  number: string;
  label: string;
  onSent: () => void;
  onDone: () => void;
}

/** A button that sends a code, and then the form of a new password. */
export function PasswordByCode({ number, label, onSent, onDone }: PasswordByCodeProps) {
  const [sentAt, setSentAt] = useState<number>();
  const sending = useMutation({
    mutationFn: () => askForOwnCode(number),
    onSuccess: () => {
      setSentAt(Date.now());
      onSent();
    },
  });
  if (sentAt !== undefined) return <NewPassword number={number} sentAt={sentAt} onDone={onDone} />;
  return (
    <>
      {sending.error && <FormError text={failureText(sending.error)} />}
      <Button
        variant="line"
        busy={sending.isPending}
        onClick={() => sending.mutate()}
        className="max-sm:w-full"
      >
        {label}
      </Button>
    </>
  );
}

const empty = { code: '', password: '', confirmPassword: '' };

function NewPassword({ number, sentAt, onDone }: { number: string; sentAt: number; onDone: () => void }) {
  const tAuth = useT('auth');
  const t = useT('settings');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/number-codes')).passwordByCodeSchema,
    defaultValues: empty,
    together: { password: 'confirmPassword' },
    send: async (values) => {
      await setPasswordByCode(values);
      patchUser(client, { hasPassword: true });
      toast.success(t('passwordChanged'), { kind: 'flow' });
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      onDone();
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && <FormError text={failureText(failure)} />}
      <CodeStep
        number={number}
        sentAt={sentAt}
        ask={() => askForOwnCode(number)}
        onCode={(code) => form.setValue('code', code)}
        {...field('code')}
      >
        {/* Password managers need this field to find the account. */}
        <input hidden readOnly autoComplete="username" value={number} />
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
        <Button type="submit" busy={isBusy}>
          {isBusy ? t('passwordChanging') : t('getPassword')}
        </Button>
      </CodeStep>
    </form>
  );
}
