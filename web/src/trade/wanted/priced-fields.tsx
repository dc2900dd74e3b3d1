import { priceUnits } from '@upaj/contract/trade/units';
import type { ComponentProps } from 'react';
import { textGroup, useT } from '#i18n/locale.ts';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';

type Input = ComponentProps<typeof TextField>;
type Select = Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;

interface PricedFieldsProps {
  quantity: Omit<Input, 'label'>;
  unit: Select;
  price: Input;
  priceUnit: Select;
}

export function PricedFields({ quantity, unit, price, priceUnit }: PricedFieldsProps) {
  const tNames = useT('names');
  const t = useT('wanted');
  return (
    <div className="grid grid-cols-2 items-start gap-3 md:gap-5">
      <TextField label={t('quantity')} inputMode="decimal" autoComplete="off" {...quantity} />
      <SelectField label={t('unit')} options={toOptions(textGroup('wanted', 'quantityUnits'))} {...unit} />
      <TextField prefix="₹" inputMode="decimal" autoComplete="off" {...price} />
      <SelectField
        label={t('priceUnit')}
        options={priceUnits.map((value) => ({ value, label: tNames(`unit.${value}`) }))}
        {...priceUnit}
      />
    </div>
  );
}
