import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UpiIdForm } from '@upaj/contract/deals/deals';
import type { Account } from '@upaj/contract/people/profiles';
import { invalidateDeals } from '#deals/live.ts';
import { useT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { ListNotThere, SettingsCard } from '#people/account/settings-card.tsx';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { ownUpiQuery } from './own-upi.ts';

export function UpiCard({ user }: { user: Pick<Account, 'hasPassword'> }) {
  const t = useT('settings');
  const own = useQuery(ownUpiQuery);
  return (
    <SettingsCard id="upi" title={t('upi')} text={t('upiText')}>
      {own.data ? (
        <UpiForm saved={own.data.upiId} hasPassword={user.hasPassword} />
      ) : (
        <ListNotThere list={own} failed={t('upiLoadFailed')} rows={1} />
      )}
    </SettingsCard>
  );
}

function UpiForm({ saved, hasPassword }: { saved: string; hasPassword: boolean }) {
  const tCommon = useT('common');
  const t = useT('settings');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm<{ upiId: string; password: string }, UpiIdForm>(
    {
      schema: async () => (await import('@upaj/contract/deals/deals')).upiIdFormSchema,
      defaultValues: { upiId: saved, password: '' },
      check: ({ password }) =>
        hasPassword && password === '' ? { password: { type: 'required', message: 'passwordRequired' } } : {},
      send: async ({ upiId, password }) => {
        const body = { upiId, ...(hasPassword && { password }) };
        const { data } = await api('PUT /api/v1/users/upi', { body });
        form.reset({ ...data, password: '' });
        client.setQueryData(ownUpiQuery.queryKey, data);
        // The seller's deals show whether they can be paid by UPI.
        void invalidateDeals(client);
        toast.success(data.upiId ? t('upiSaved') : t('upiRemoved'));
      },
    },
  );
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && (
        <FormError text={tCommon('withReason', { failure: t('upiFailed'), reason: failureText(failure) })} />
      )}
      <TextField
        label={t('upi')}
        hint={t('upiHint')}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field('upiId')}
      />
      {hasPassword && (
        <PasswordField
          label={t('ownPassword')}
          hint={t('upiPasswordHint')}
          autoComplete="current-password"
          required
          {...field('password')}
        />
      )}
      <Button type="submit" busy={isBusy} className="self-start max-sm:w-full">
        {t('upiSave')}
      </Button>
    </form>
  );
}
