import { useBlocker } from '@tanstack/react-router';
import { dayInIndia, todayInIndia, writeDay } from '@upaj/contract/days';
import { limits } from '@upaj/contract/limits';
import { districtsOf, states } from '@upaj/contract/places';
import type { WantedForm as SentWanted } from '@upaj/contract/trade/wanted';
import { useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { findTypedCrop, useCropSuggestions } from '#mandi/crops/crop-search.ts';
import { useT } from '#i18n/locale.ts';
import { usePlaceOptions } from '#i18n/place-options.ts';
import { errorText } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.tsx';
import { FormError } from '#ui/field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { MeantCrops } from '#mandi/crops/meant-crops.tsx';
import { CropPicture } from '#mandi/rates/crop-picture.tsx';
import { ComboboxField } from '#ui/forms/combobox-field.tsx';
import { useOddPrice } from '#trade/posts/odd-price.ts';
import { PricedFields } from './priced-fields.tsx';
import type { WantedValues } from './typed-wanted.ts';

interface WantedFormProps {
  initial: WantedValues;
  action: string;
  busyAction: string;
  send: (wanted: SentWanted) => Promise<void>;
  onSaved: () => void;
  onCancel: () => void;
}

const loadSchema = async () => (await import('./typed-wanted.ts')).typedWantedSchema;

export function WantedForm({ initial, action, busyAction, send, onSaved, onCancel }: WantedFormProps) {
  const tCommon = useT('common');
  const tForm = useT('create-post');
  const t = useT('wanted');
  const options = usePlaceOptions();
  const { checkNear } = useOddPrice();
  const isSaved = useRef(false);
  const { form, field, submit, failure, isBusy } = useApiForm<WantedValues, SentWanted>({
    schema: loadSchema,
    defaultValues: initial,
    isSure: ({ cropType, state, district, maxPrice: price, priceUnit }) =>
      checkNear({ cropType, variety: '', state, district }, { price, priceUnit }),
    send: async (values) => {
      await send(values);
      isSaved.current = true;
      onSaved();
    },
  });
  const crop = useController({ control: form.control, name: 'cropType' });
  const { suggestions, meant } = useCropSuggestions(crop.field.value);
  const cropError = crop.fieldState.error?.message;
  const state = useWatch({ control: form.control, name: 'state' });
  const stateField = field('state');
  const { isDirty } = form.formState;
  const isUnsaved = () => isDirty && !isSaved.current;

  useBlocker({
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async () =>
      isUnsaved() &&
      !(await confirm({
        title: tForm('leaveTitle'),
        text: tForm('leaveText'),
        action: tForm('leave'),
        isDangerous: true,
      })),
  });

  function chooseCrop(text: string): void {
    crop.field.onChange(text);
    form.clearErrors('cropType');
    const usual = findTypedCrop(text)?.unit;
    // A typed price keeps its unit: a new one would turn ₹30 per kg into ₹30 per quintal.
    if (usual && form.getValues('maxPrice').trim() === '') form.setValue('priceUnit', usual);
  }

  return (
    <form noValidate onSubmit={submit}>
      <Card className="flex flex-col gap-5 p-4 md:p-6">
        {failure !== undefined && (
          <FormError text={tCommon('withReason', { failure: t('saveFailed'), reason: errorText(failure) })} />
        )}
        <ComboboxField
          {...crop.field}
          label={t('crop')}
          placeholder={tForm('cropExample')}
          suggestions={suggestions}
          limit={limits.shortText.max}
          error={cropError && fieldText(cropError)}
          renderPicture={(name) => <CropPicture crop={name} />}
          onChange={chooseCrop}
        />
        <MeantCrops crops={meant} onChoose={chooseCrop} />
        <PricedFields
          quantity={field('quantity')}
          unit={field('unit')}
          price={{ label: t('maxPrice'), ...field('maxPrice') }}
          priceUnit={field('priceUnit')}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <SelectField
            label={tForm('labels.state')}
            placeholder={tForm('choose')}
            options={options(states)}
            {...stateField}
            onChange={(event) => {
              form.setValue('district', '');
              return stateField.onChange(event);
            }}
          />
          <SelectField
            label={tForm('labels.district')}
            placeholder={state ? tForm('choose') : tForm('stateFirst')}
            options={options(districtsOf(state))}
            {...field('district')}
          />
        </div>
        <TextField
          label={t('endDate')}
          hint={t('endDateHint', { days: limits.wanted.days })}
          type="date"
          min={todayInIndia()}
          max={writeDay(dayInIndia() + limits.wanted.days)}
          {...field('endDate')}
        />
        <TextArea
          label={t('note')}
          hint={t('noteHint')}
          optional
          rows={3}
          limit={limits.wanted.note}
          {...field('note')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="line" onClick={onCancel} disabled={isBusy}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" busy={isBusy} className="min-w-44 flex-1 md:flex-none">
            {isBusy ? busyAction : action}
          </Button>
        </div>
      </Card>
    </form>
  );
}
