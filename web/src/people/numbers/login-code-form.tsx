import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { addLayer } from '#lib/layers.ts';
import { LoginFailure } from '#people/users/login-failure.tsx';
import { deleteDraft } from '#people/users/register-draft.ts';
import { enterSession } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { PasswordField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { logInByCode } from './api.ts';
import { CodeStep } from './code-step.tsx';

interface LoginCodeFormProps {
  contact: string;
  remember: boolean;
  at: number;
  ask: () => Promise<unknown>;
  onChangeNumber: () => void;
  onDone: () => void;
}

export function LoginCodeForm({ contact, remember, at, ask, onChangeNumber, onDone }: LoginCodeFormProps) {
  const tAuth = useT('auth');
  const t = useT('number');
  const client = useQueryClient();
  /** Set when the number's account was not used for so long that the number may belong to another person now. */
  const [unused, setUnused] = useState<unknown>();
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/number-codes')).logInByCodeSchema,
    defaultValues: { contact, remember, code: '', password: '', isNewOwner: false },
    check: ({ password, isNewOwner }) =>
      unused && !isNewOwner && password === ''
        ? { password: { type: 'required', message: 'passwordRequired' } }
        : {},
    send: async ({ password, ...login }) => {
      const user = await logInByCode({ ...login, ...(password && { password }) });
      onDone();
      // A registration that was begun in this tab may be another user's.
      deleteDraft();
      if (user?.isComplete) toast.success(tAuth('welcome', { name: user.fullName }));
      enterSession(client, user, remember);
    },
    onFailure: (error) => {
      if (isApiError(error, 'NUMBER_UNUSED')) setUnused(error);
    },
  });
  const { setFocus, setValue } = form;
  useEffect(() => setFocus(unused ? 'password' : 'code'), [setFocus, unused]);
  const goBack = useEffectEvent(onChangeNumber);
  useEffect(() => addLayer(() => goBack()), []);

  const logIn = (
    <Button type="submit" busy={isBusy} className="min-h-12 w-full">
      {isBusy ? tAuth('loggingIn') : tAuth('login')}
    </Button>
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        setValue('isNewOwner', false);
        submit(event);
      }}
      className="mt-4 flex flex-col gap-4"
    >
      {failure !== undefined && !isApiError(failure, 'NUMBER_UNUSED') && (
        <LoginFailure error={failure} text={failureText(failure)} />
      )}
      <CodeStep
        number={contact}
        sentAt={at}
        ask={ask}
        onChangeNumber={onChangeNumber}
        onCode={(code) => {
          setValue('code', code);
          if (!isBusy && !unused) submit({ preventDefault: () => {} });
        }}
        {...field('code')}
      >
        {!unused && logIn}
      </CodeStep>
      {unused !== undefined && (
        <>
          <p role="alert" className="rounded-control bg-haldi-wash px-3.5 py-2.5">
            {errorText(unused)}
          </p>
          {/* Password managers need this field to find the account. */}
          <input hidden readOnly autoComplete="username" value={contact} />
          <div>
            <PasswordField
              label={t('unusedPassword')}
              autoComplete="current-password"
              required
              {...field('password')}
            />
            <Link
              to="/forgot-password"
              className="inline-flex min-h-11 items-center font-semibold text-leaf underline"
            >
              {tAuth('forgotPassword')}
            </Link>
          </div>
          {logIn}
          <div className="flex flex-col gap-2 border-t border-line pt-4">
            <p>{t('newAccountText')}</p>
            <Button
              variant="line"
              busy={isBusy}
              onClick={(event) => {
                setValue('isNewOwner', true);
                submit(event);
              }}
              className="min-h-12 w-full"
            >
              {t('newAccount')}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
