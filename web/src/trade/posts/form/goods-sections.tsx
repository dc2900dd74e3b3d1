import { limits } from '@upaj/contract/limits';
import { districtsOf, states } from '@upaj/contract/places';
import { useFormContext, useWatch } from 'react-hook-form';
import { textGroup, useT } from '#i18n/locale.ts';
import { usePlaceOptions } from '#i18n/place-options.ts';
import { usePincode } from '#lib/use-pincode.ts';
import { Chip } from '#ui/chip.tsx';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { DigitsField, TextArea, TextField } from '#ui/text-field.tsx';
import { CropField } from './crop-field.tsx';
import { microphoneOf } from './field-microphone.tsx';
import { FormSection, MoreFields } from './form-layout.tsx';
import type { PostFormValues } from './form-values.ts';
import { useField } from './use-field.ts';
import { useUnreadNote } from './use-unread-note.ts';

export function BasicSection() {
  const t = useT('create-post');
  const field = useField();
  return (
    <FormSection title={t('basic')}>
      <div className="grid gap-5 md:grid-cols-2">
        <CropField />
        <SelectField
          {...field('category')}
          placeholder={t('choose')}
          options={toOptions(textGroup('names', 'category'))}
        />
      </div>
      <TextField
        {...field('title')}
        suffix={microphoneOf('title')}
        placeholder={t('titleExample')}
        limit={limits.title.max}
        enterKeyHint="next"
      />
      <TextArea
        {...field('description')}
        suffix={microphoneOf('description')}
        hint={t('descriptionHint')}
        limit={limits.description.max}
        rows={3}
      />
    </FormSection>
  );
}

export function PlaceSection() {
  const t = useT('create-post');
  const options = usePlaceOptions();
  const field = useField();
  const { control, register, resetField, setValue, clearErrors } = useFormContext<PostFormValues>();
  const [state, district, pincode] = useWatch({ control, name: ['state', 'district', 'pincode'] });
  const note = usePincode({ state, district, pincode }, (name, value) => {
    setValue(name, value, { shouldDirty: true });
    clearErrors(name);
  });
  const text = { limit: limits.shortText.max };

  return (
    <FormSection title={t('place')}>
      <div className="grid gap-5 md:grid-cols-2">
        <DigitsField {...field('pincode')} count={6} autoComplete="postal-code" note={note} />
        <SelectField
          {...field('state')}
          {...register('state', { onChange: () => resetField('district', { defaultValue: '' }) })}
          placeholder={t('choose')}
          options={options(states)}
        />
        <SelectField
          {...field('district')}
          placeholder={state ? t('choose') : t('stateFirst')}
          options={options(districtsOf(state))}
        />
        <TextField {...field('city')} {...text} hint={t('cityHint')} />
        <TextField {...field('village')} {...text} hint={t('villageHint')} />
      </div>
    </FormSection>
  );
}

const shelfLives = ['days', 'week', 'month', 'halfYear', 'year'] as const;

export function DetailsSection() {
  const t = useT('create-post');
  const field = useField();
  const noteOf = useUnreadNote();
  const { control, setValue } = useFormContext<PostFormValues>();
  const shelfLife = useWatch({ control, name: 'shelLife' });
  const text = { autoComplete: 'off', limit: limits.shortText.max };
  return (
    <FormSection title={t('specifications')}>
      <div className="flex flex-col gap-2">
        <TextField {...field('shelLife')} {...noteOf('shelLife')} {...text} hint={t('shelfLifeHint')} />
        <div className="-mx-4 scroll-row gap-2 px-4 py-0.5">
          {shelfLives.map((name) => {
            const value = t(`shelfLife.${name}`);
            return (
              <Chip
                key={name}
                pressed={shelfLife === value}
                onPress={() => setValue('shelLife', value, { shouldDirty: true, shouldValidate: true })}
              >
                {value}
              </Chip>
            );
          })}
        </div>
      </div>
      <MoreFields label={t('moreDetails')}>
        <div className="grid gap-5 md:grid-cols-2">
          <TextField {...field('variety')} {...text} placeholder={t('varietyExample')} />
          <TextField {...field('harvestDate')} type="date" />
          <TextField
            {...field('minorderQunatity')}
            {...noteOf('minorderQunatity')}
            {...text}
            placeholder={t('minimumOrderExample')}
          />
          <TextField
            {...field('packaging')}
            {...noteOf('packaging')}
            {...text}
            placeholder={t('packagingExample')}
          />
        </div>
      </MoreFields>
    </FormSection>
  );
}
