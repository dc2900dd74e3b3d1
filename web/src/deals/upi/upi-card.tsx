import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { ListNotThere, SettingsCard } from '#people/account/settings-card.tsx';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';

const ownUpiQuery = queryOptions({
  queryKey: ['own-upi'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/users/upi', { signal })).data,
});

export function UpiCard() {
  const t = useT('settings');
  const own = useQuery(ownUpiQuery);
  return (
    <SettingsCard id="upi" title={t('upi')} text={t('upiText')}>
      {own.data ? (
        <UpiForm saved={own.data.upiId} />
      ) : (
        <ListNotThere list={own} failed={t('upiLoadFailed')} rows={1} />
      )}
    </SettingsCard>
  );
}

function UpiForm({ saved }: { saved: string }) {
  const tCommon = useT('common');
  const t = useT('settings');
  const client = useQueryClient();
  const { field, submit, failure, isBusy } = useApiForm<{ upiId: string }, { upiId: string }>({
    schema: async () => (await import('@upaj/contract/deals/deals')).upiIdFormSchema,
    defaultValues: { upiId: saved },
    send: async (body) => {
      const { data } = await api('PUT /api/v1/users/upi', { body });
      client.setQueryData(ownUpiQuery.queryKey, data);
      // The deals of a seller say whether they can be paid by UPI.
      void client.invalidateQueries({ queryKey: ['deals'] });
      toast.success(data.upiId ? t('upiSaved') : t('upiRemoved'));
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
      {failure !== undefined && (
        <FormError text={tCommon('withReason', { failure: t('upiFailed'), reason: errorText(failure) })} />
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
      <Button type="submit" busy={isBusy} className="self-start max-sm:w-full">
        {t('upiSave')}
      </Button>
    </form>
  );
}
