import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getT, useT } from '#i18n/locale.ts';
import { useSignal } from '#lib/signal.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/switch.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { logIn } from './api.ts';
import { authFailureText } from './failure.ts';
import { appealTokenOf, LoginFailure } from './login-failure.tsx';
import { deleteDraft } from './register-draft.ts';
import { enterSession, hasExpired } from './session.ts';

/** Thrown when a successful response has no user. */
const userNotFound = new Error('No user');

function loginFailureText(error: unknown): string {
  return error === userNotFound ? getT('auth')('userNotFound') : authFailureText(error);
}

export function LoginForm() {
  const t = useT('auth');
  const client = useQueryClient();
  const isExpired = useSignal(hasExpired);
  const { field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/registration')).loginSchema,
    defaultValues: { email: '', password: '', remember: false },
    send: async (login) => {
      const user = await logIn(login);
      if (user === undefined) throw userNotFound;
      // A registration that was begun in this tab may be another user's.
      deleteDraft();
      if (user) toast.success(t('welcome', { name: user.fullName }));
      enterSession(client, user, login.remember);
    },
    onFailure: (error) => {
      // A toast would cover the link to the decision.
      if (!appealTokenOf(error)) toast.error(loginFailureText(error));
    },
  });

  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
      {isExpired && (
        <p role="status" className="rounded-control bg-haldi-wash px-3.5 py-2.5">
          {t('expired')}
        </p>
      )}
      {failure !== undefined && <LoginFailure error={failure} text={loginFailureText(failure)} />}
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('email')}
      />
      <PasswordField label={t('password')} autoComplete="current-password" required {...field('password')} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CheckboxField label={t('remember')} {...field('remember')} />
        <Link to="/forgot-password" className="flex min-h-11 items-center font-semibold text-leaf underline">
          {t('forgotPassword')}
        </Link>
      </div>
      <Button type="submit" busy={isBusy} className="min-h-12 w-full">
        {isBusy ? t('loggingIn') : t('login')}
      </Button>
    </form>
  );
}
