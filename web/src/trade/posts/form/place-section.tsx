import { limits } from '@upaj/contract/limits';
import { districtsOf, states } from '@upaj/contract/places';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTexts } from '#i18n/locale.ts';
import { usePlaceOptions } from '#lib/use-place-options.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FormSection } from './form-section.tsx';
import type { PostFormValues } from './form-values.ts';
import { useField } from './use-field.ts';

export function PlaceSection() {
  const texts = useTexts('createPost');
  const options = usePlaceOptions();
  const field = useField();
  const { control, register, resetField } = useFormContext<PostFormValues>();
  const state = useWatch({ control, name: 'state' });
  const text = { limit: limits.shortText.max };

  return (
    <FormSection title={texts.place}>
      <div className="grid gap-5 md:grid-cols-2">
        <SelectField
          {...field('state')}
          {...register('state', { onChange: () => resetField('district', { defaultValue: '' }) })}
          placeholder={texts.choose}
          options={options(states)}
        />
        <SelectField
          {...field('district')}
          placeholder={state ? texts.choose : texts.stateFirst}
          options={options(districtsOf(state))}
        />
        <TextField {...field('city')} {...text} hint={texts.cityHint} />
        <TextField {...field('village')} {...text} hint={texts.villageHint} />
        <TextField {...field('pincode')} inputMode="numeric" autoComplete="postal-code" />
      </div>
    </FormSection>
  );
}
