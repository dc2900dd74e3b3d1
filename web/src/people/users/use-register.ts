import { useQueryClient } from '@tanstack/react-query';
import { say } from '@upaj/contract/field-messages';
import type { UserType } from '@upaj/contract/people/credentials';
import type { Register } from '@upaj/contract/people/registration';
import { useEffect, useState } from 'react';
import { findChoice, useT } from '#i18n/locale.ts';
import { ApiError, isApiError } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { toast } from '#ui/toast/toast.ts';
import { register } from './api.ts';
import { authFailureText } from './failure.ts';
import { deleteDraft, storeDraft, readDraft } from './register-draft.ts';
import { enterSession } from './session.ts';
import { useAvatar } from './use-avatar.ts';

const empty = {
  fullName: '',
  contact: '',
  username: '',
  email: '',
  adharNo: '',
  userType: '' as UserType | '',
  majorProduct: '',
  password: '',
  confirmPassword: '',
  agreeToTerms: false,
};
export type RegisterValues = typeof empty;
export type RegisterOutput = Register & Partial<Pick<RegisterValues, 'agreeToTerms'>>;

export function useRegister() {
  const tAuth = useT('auth');
  const t = useT('register');
  const client = useQueryClient();
  const avatar = useAvatar();
  const [draft, setDraft] = useState(readDraft);
  const [isEmailTaken, setEmailTaken] = useState(false);
  const { form, ...rest } = useApiForm<RegisterValues, RegisterOutput>({
    schema: async () => (await import('@upaj/contract/people/registration')).registerSchema,
    defaultValues: { ...empty, ...draft },
    check: ({ agreeToTerms }) =>
      agreeToTerms ? {} : { agreeToTerms: { type: 'required', message: say('termsRequired') } },
    together: { password: 'confirmPassword' },
    send: async ({ agreeToTerms: _consent, ...body }) => {
      const busy = toast.loading(t('creatingToast'));
      setEmailTaken(false);
      try {
        const user = await register({ ...body, language: findChoice() }, avatar.file);
        deleteDraft();
        busy.success(tAuth('welcome', { name: user.fullName }));
        enterSession(client, user);
      } catch (error) {
        busy.error(authFailureText(error));
        setEmailTaken(isApiError(error, 'EMAIL_TAKEN'));
        const refusal = error instanceof ApiError && error.errors.find(({ field }) => field === 'avatar');
        if (refusal) avatar.refuse(() => fieldText(refusal));
        const isSaid = refusal && error.errors.every(({ field }) => field === 'avatar');
        if (!isSaid) throw error;
      }
    },
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => storeDraft(values) }),
    [subscribe],
  );

  return {
    ...rest,
    form,
    avatar,
    isEmailTaken,
    hasDraft: Object.keys(draft).length > 0,
    discardDraft: () => {
      deleteDraft();
      setDraft({});
      avatar.remove();
      form.reset(empty);
    },
  };
}
