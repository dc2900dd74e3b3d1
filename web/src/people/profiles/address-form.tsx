import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import { addressEditSchema, type AddressEdit } from '@upaj/contract/people/profiles';
import { districtsOf, states } from '@upaj/contract/places';
import { useWatch } from 'react-hook-form';
import { useT } from '#i18n/locale.ts';
import { serverText } from '#lib/api-errors.ts';
import { usePincode } from '#lib/use-pincode.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { usePlaceOptions } from '#i18n/place-options.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { DigitsField, TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { saveAddress } from './api.ts';

export function AddressForm({ address, onClose }: { address: AddressEdit; onClose: () => void }) {
  const tCommon = useT('common');
  const t = useT('profile');
  const client = useQueryClient();
  const options = usePlaceOptions();
  const { form, field, submit, isBusy } = useApiForm<AddressEdit, AddressEdit>({
    schema: addressEditSchema,
    defaultValues: address,
    send: async (values) => {
      try {
        await saveAddress(client, values);
      } catch (error) {
        toast.error(serverText(error) ?? t('addressFailed'));
        throw error;
      }
      toast.success(t('addressUpdated'));
      onClose();
    },
  });
  const [state, district, pincode] = useWatch({
    control: form.control,
    name: ['state', 'district', 'pincode'],
  });
  const pincodeNote = usePincode({ state, district, pincode }, (name, value) => {
    form.setValue(name, value);
    form.clearErrors(name);
  });
  const stateField = field('state');
  const limit = limits.shortText.max;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1 pb-2">
      <SelectField
        label={t('state')}
        placeholder={t('choose')}
        options={options(states)}
        required
        {...stateField}
        onChange={(event) => {
          form.setValue('district', '');
          return stateField.onChange(event);
        }}
      />
      <SelectField
        label={t('district')}
        placeholder={state ? t('choose') : t('stateFirst')}
        options={options(districtsOf(state))}
        required
        {...field('district')}
      />
      <TextField label={t('city')} limit={limit} required {...field('city')} />
      <TextField label={t('village')} limit={limit} optional {...field('village')} />
      <DigitsField
        label={t('pincode')}
        count={6}
        autoComplete="postal-code"
        optional
        note={pincodeNote}
        {...field('pincode')}
      />
      <div className="flex justify-end gap-2">
        <Button variant="line" onClick={onClose} disabled={isBusy}>
          {tCommon('cancel')}
        </Button>
        <Button type="submit" busy={isBusy}>
          {isBusy ? t('saving') : tCommon('save')}
        </Button>
      </div>
    </form>
  );
}
