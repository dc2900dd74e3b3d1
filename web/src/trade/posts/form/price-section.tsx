import { limits } from '@upaj/contract/limits';
import { useT, useTexts } from '#i18n/locale.ts';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FormSection } from './form-section.tsx';
import { NearPrice } from './near-price.tsx';
import { useField } from './use-field.ts';

export function PriceSection() {
  const t = useT();
  const texts = useTexts('createPost');
  const field = useField();
  const amount = { prefix: '₹', inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <FormSection title={texts.pricing}>
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-5 md:gap-x-5">
        <TextField {...field('price')} {...amount} />
        <SelectField {...field('priceUnit')} optional={false} options={toOptions(t.names.unit)} />
        <NearPrice />
        <div className="col-span-2 grid gap-5 md:grid-cols-2">
          <TextField
            {...field('quantity')}
            hint={texts.quantityHint}
            autoComplete="off"
            limit={limits.shortText.max}
          />
          <TextField {...field('originalPrice')} {...amount} hint={texts.originalPriceHint} />
        </div>
      </div>
    </FormSection>
  );
}
