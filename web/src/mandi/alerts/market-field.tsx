import { useQuery } from '@tanstack/react-query';
import type { AlertForm } from '@upaj/contract/mandi/alerts';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { useMandiName } from '#mandi/names.ts';
import { fieldText } from '#lib/field-text.ts';
import { SelectField } from '#ui/select-field.tsx';
import type { AlertValues } from './alert-values.ts';
import { marketsQuery } from './api.ts';

interface MarketFieldProps {
  form: UseFormReturn<AlertValues, unknown, AlertForm>;
  state: string;
}

/** Names the district too, because mandis in different districts can have the same name. */
export function MarketField({ form, state }: MarketFieldProps) {
  const t = useT('alerts');
  const placeName = usePlaceName();
  const mandiName = useMandiName();
  const { data: markets, isError } = useQuery(marketsQuery(state));
  const { field, fieldState } = useController({ control: form.control, name: 'market' });
  const { name, ref, onBlur } = field;
  const district = useWatch({ control: form.control, name: 'district' });
  const error = fieldState.error?.message;

  // The chosen mandi is an option even before the list is loaded.
  const chosen = field.value && { market: field.value, district };
  const offered = markets ?? (chosen ? [chosen] : []);
  const change = (value: string) => {
    const [chosenDistrict = '', market = ''] = value.split('\n');
    form.setValue('district', chosenDistrict);
    field.onChange(market);
    form.clearErrors('market');
  };
  return (
    <SelectField
      label={t('market')}
      optional
      hint={isError ? t('marketsFailed') : undefined}
      placeholder={state ? t('anyMarket') : t('stateFirst')}
      options={offered.map((at) => ({
        value: valueOf(at),
        label: `${mandiName(at.market)} (${placeName(at.district)})`,
      }))}
      disabled={!state}
      name={name}
      ref={ref}
      value={chosen ? valueOf(chosen) : ''}
      onChange={({ target }) => change(target.value)}
      onBlur={onBlur}
      error={error && fieldText(error)}
    />
  );
}

function valueOf({ market, district }: { market: string; district: string }): string {
  return `${district}\n${market}`;
}
