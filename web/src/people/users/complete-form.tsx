import { useQueryClient } from '@tanstack/react-query';
import type { UserType } from '@upaj/contract/people/credentials';
import type { Account } from '@upaj/contract/people/profiles';
import { useWatch } from 'react-hook-form';
import { useT } from '#i18n/locale.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { completeAccount } from './api.ts';
import { authFailureText } from './failure.ts';
import { ContactField, FullNameField, MainProductField, UsernameField } from './person-fields.tsx';
import { RoleCards } from './role-cards.tsx';
import { enterSession } from './session.ts';

export function CompleteForm({ user }: { user: Account }) {
  const tAuth = useT('auth');
  const t = useT('social');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/complete-account')).completeAccountSchema,
    defaultValues: {
      fullName: user.fullName,
      contact: '',
      username: '',
      userType: '' as UserType | '',
      majorProduct: '',
    },
    send: async (values) => {
      const completed = await completeAccount(values);
      toast.success(tAuth('welcome', { name: completed.fullName }));
      enterSession(client, completed);
    },
  });
  const role = useWatch({ control: form.control, name: 'userType' });
  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-5">
      <FullNameField {...field('fullName')} />
      <ContactField {...field('contact')} />
      <UsernameField {...field('username')} />
      <RoleCards {...field('userType')} />
      {role && <MainProductField role={role} {...field('majorProduct')} />}
      {failure !== undefined && <FormError text={authFailureText(failure)} />}
      <Button type="submit" busy={isBusy} className="min-h-12 w-full">
        {isBusy ? t('completing') : t('complete')}
      </Button>
    </form>
  );
}
