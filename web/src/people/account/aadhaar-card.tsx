import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import { useT } from '#i18n/locale.ts';
import { addAadhaar } from '#people/numbers/api.ts';
import { patchUser } from '#people/profiles/profile-cache.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { DigitsField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { OwnPassword, passwordErrors } from './own-password.tsx';
import { SettingsCard } from './settings-card.tsx';

/** For an account without an Aadhaar number. */
export function AadhaarCard({ hasPassword }: { hasPassword: boolean }) {
  const tRegister = useT('register');
  const t = useT('number');
  const client = useQueryClient();
  const { field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/people/number-codes')).addAadhaarSchema,
    defaultValues: { adharNo: '', password: '' },
    check: ({ password }) => passwordErrors(hasPassword, password),
    send: async ({ adharNo, password }) => {
      patchUser(client, await addAadhaar({ adharNo, ...(hasPassword && { password }) }));
      toast.success(t('aadhaarAdded'));
    },
  });
  return (
    <SettingsCard
      id="aadhaar"
      title={tRegister('aadhaar')}
      text={t('aadhaarText', { max: limits.postsOfUnproved })}
    >
      <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
        {failure !== undefined && <FormError text={failureText(failure)} />}
        <DigitsField
          label={tRegister('aadhaar')}
          hint={tRegister('aadhaarHint')}
          count={12}
          autoComplete="off"
          required
          {...field('adharNo')}
        />
        {hasPassword && <OwnPassword {...field('password')} />}
        <Button type="submit" busy={isBusy} className="self-start max-sm:w-full">
          {t('addAadhaar')}
        </Button>
      </form>
    </SettingsCard>
  );
}
