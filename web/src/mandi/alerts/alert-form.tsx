import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findCrop } from '@upaj/contract/crops';
import { limits } from '@upaj/contract/limits';
import type { AlertForm as SentAlert, PriceAlert } from '@upaj/contract/mandi/alerts';
import { states } from '@upaj/contract/places';
import { useController, useWatch } from 'react-hook-form';
import { nameOfCrop } from '#i18n/crop-names.ts';
import { useFoundCrops } from '#mandi/crops/crop-search.ts';
import { textGroup, useLocale, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import { usePlaceOptions } from '#i18n/place-options.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { commoditiesQuery, useCommodityName } from '#mandi/names.ts';
import { readUnit } from '#mandi/weight-unit.ts';
import { Button } from '#ui/button.tsx';
import { ComboboxField } from '#ui/forms/combobox-field.tsx';
import { FormError } from '#ui/field.tsx';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import {
  spellCommodity,
  suggestCommodities,
  typedAlertSchema,
  type AlertStart,
  type AlertValues,
} from './alert-values.ts';
import { addAlert, editAlert } from './api.ts';
import { MarketField } from './market-field.tsx';

interface AlertFormProps {
  initial?: AlertStart | undefined;
  /** Without an alert to edit, the form creates one. */
  alert?: PriceAlert;
  label?: string;
  onSaved: (alert: PriceAlert) => void;
  onClose: () => void;
}

export function AlertForm({ alert, label, initial = alert, onSaved, onClose }: AlertFormProps) {
  const tCommon = useT('common');
  const t = useT('alerts');
  const locale = useLocale();
  const client = useQueryClient();
  const options = usePlaceOptions();
  const { data: known } = useQuery(commoditiesQuery);
  const commodityName = useCommodityName();
  const goods = suggestCommodities(known ?? [], locale, commodityName);
  const nameOf = (name: string) => {
    const crop = findCrop(name);
    return crop ? nameOfCrop(crop, locale) : commodityName({ commodity: name, crop: name }).name;
  };
  const { form, field, submit, failure, isBusy } = useApiForm<AlertValues, SentAlert>({
    schema: typedAlertSchema,
    defaultValues: {
      commodity: nameOf(initial?.commodity ?? ''),
      state: initial?.state ?? '',
      district: initial?.district ?? '',
      market: initial?.market ?? '',
      type: alert?.type ?? 'above',
      targetPrice: alert ? String(alert.targetPrice) : '',
      unit: alert?.unit ?? readUnit(undefined),
    },
    send: async (values) => {
      const meant = { ...values, commodity: spellCommodity(values.commodity, known ?? []) };
      onSaved(await (alert ? editAlert(client, alert, meant) : addAlert(client, meant)));
    },
  });
  const commodity = useController({ control: form.control, name: 'commodity' });
  const { suggestions } = useFoundCrops(commodity.field.value, goods);
  const commodityError = commodity.fieldState.error?.message;
  const state = useWatch({ control: form.control, name: 'state' });
  const stateField = field('state');

  const failed = alert ? t('changeFailed') : t('saveFailed');
  return (
    <form
      ref={alert && focusForm}
      tabIndex={-1}
      aria-label={label}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4"
    >
      {failure !== undefined && (
        <FormError text={tCommon('withReason', { failure: failed, reason: errorText(failure) })} />
      )}
      <ComboboxField
        {...commodity.field}
        label={t('commodity')}
        placeholder={t('commodityExample')}
        suggestions={suggestions}
        limit={limits.shortText.max}
        error={commodityError && fieldText(commodityError)}
        onChange={(text) => {
          commodity.field.onChange(text);
          form.clearErrors('commodity');
        }}
      />
      <SelectField
        label={t('state')}
        optional
        placeholder={t('anyState')}
        options={options(states)}
        {...stateField}
        onChange={(event) => {
          form.setValue('district', '');
          form.setValue('market', '');
          form.clearErrors('market');
          return stateField.onChange(event);
        }}
      />
      <MarketField form={form} state={state} />
      <SelectField label={t('type')} options={toOptions(textGroup('alerts', 'types'))} {...field('type')} />
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          label={t('targetPrice')}
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          {...field('targetPrice')}
        />
        <SelectField label={t('unit')} options={toOptions(textGroup('alerts', 'units'))} {...field('unit')} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="line" onClick={onClose} disabled={isBusy}>
          {tCommon('cancel')}
        </Button>
        <Button type="submit" busy={isBusy}>
          {isBusy ? t('saving') : alert ? tCommon('save') : t('save')}
        </Button>
      </div>
    </form>
  );
}

/** Moves the focus to the form, because the button that opened it has disappeared. */
function focusForm(form: HTMLFormElement | null): void {
  form?.focus();
}
