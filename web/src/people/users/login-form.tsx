import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { loginSchema } from '@upaj/contract/people/registration';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Catalogue } from '#i18n/catalogue.ts';
import { useT } from '#i18n/locale.ts';
import { bindFields, showFieldErrors } from '#lib/form.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/switch.tsx';
import { FormError } from '#ui/field.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { logIn } from './api.ts';
import { failureText } from './failure.ts';
import { dropDraft } from './register-draft.ts';
import { enterSession } from './session.ts';

/** Logs in; the guest screens then lead on to where the reader wanted to go. */
export function LoginForm() {
  const t = useT();
  const client = useQueryClient();
  const [failure, setFailure] = useState<{ text: (t: Catalogue) => string }>();
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '', remember: false },
    reValidateMode: 'onSubmit',
  });
  const field = bindFields(form, t);

  const submit = form.handleSubmit(async (login) => {
    setFailure(undefined);
    try {
      const user = await logIn(login);
      if (!user) return fail(({ auth }) => auth.userNotFound);
      // Half a registration of somebody else at this phone is nobody's business any more.
      dropDraft();
      toast.success(t.auth.welcome(user.fullName));
      enterSession(client, user);
    } catch (error) {
      if (showFieldErrors(error, form, ['email', 'password'], t)) return;
      fail((texts) => failureText(error, texts));
    }
  });
  function fail(text: (t: Catalogue) => string): void {
    setFailure({ text });
    toast.error(text(t));
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 flex flex-col gap-4">
      {failure && <FormError text={failure.text(t)} />}
      <TextField
        label={t.auth.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('email')}
      />
      <PasswordField
        label={t.auth.password}
        autoComplete="current-password"
        required
        {...field('password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CheckboxField label={t.auth.remember} {...field('remember')} />
        <Link to="/forgot-password" className="flex min-h-11 items-center font-semibold text-leaf underline">
          {t.auth.forgotPassword}
        </Link>
      </div>
      <Button type="submit" busy={form.formState.isSubmitting} className="min-h-12 w-full">
        {form.formState.isSubmitting ? t.auth.loggingIn : t.auth.login}
      </Button>
    </form>
  );
}
