import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT, useTexts } from '#i18n/locale.ts';
import { ApiError, fieldText } from '#lib/api-errors.ts';
import { showFieldErrors } from '#lib/form.ts';
import { toast } from '#ui/toast.ts';
import { register } from './api.ts';
import { failureText } from './failure.ts';
import { dropDraft, keepDraft, readDraft } from './register-draft.ts';
import { registerFormSchema, type RegisterInput, type RegisterOutput } from './register-schema.ts';
import { enterSession } from './session.ts';
import { useAvatar } from './use-avatar.ts';

const empty: Partial<RegisterInput> = {
  fullName: '',
  contact: '',
  username: '',
  email: '',
  adharNo: '',
  majorProduct: '',
  password: '',
  confirmPassword: '',
};

/** In the order of the screen. */
const fields = [
  'fullName',
  'contact',
  'username',
  'email',
  'adharNo',
  'userType',
  'majorProduct',
  'password',
  'confirmPassword',
] as const;

/** The state of the registration form and what sending it does. */
export function useRegister() {
  const t = useT();
  const texts = useTexts('register');
  const client = useQueryClient();
  const avatar = useAvatar();
  const [draft, setDraft] = useState(readDraft);
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<RegisterInput, unknown, RegisterOutput>({
    resolver: zodResolver(registerFormSchema),
    defaultValues: { ...empty, ...draft },
    reValidateMode: 'onSubmit',
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }),
    [subscribe],
  );

  const submit = form.handleSubmit(async (values) => {
    const { agreeToTerms: _consent, ...body } = values;
    setFailure(undefined);
    const busy = toast.loading(texts.creatingToast);
    try {
      const user = await register(body, avatar.file);
      dropDraft();
      busy.success(t.auth.welcome(user.fullName));
      enterSession(client, user);
    } catch (error) {
      busy.error(failureText(error, t));
      const refusal = error instanceof ApiError && error.errors.find(({ field }) => field === 'avatar');
      if (refusal) avatar.refuse((texts) => fieldText(refusal, texts));
      // Where a field is marked, it says it all; else the form itself has to.
      if (!showFieldErrors(error, form, fields, t) && !refusal) setFailure(error);
    }
  });

  return {
    form,
    avatar,
    submit,
    failure,
    hasDraft: Object.keys(draft).length > 0,
    startAfresh: () => {
      dropDraft();
      setDraft({});
      avatar.remove();
      form.reset(empty);
    },
  };
}
