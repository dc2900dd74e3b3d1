import { useQuery } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import { useFormContext, useWatch } from 'react-hook-form';
import { textGroup, useT } from '#i18n/locale.ts';
import { plainNumber } from '#lib/format.ts';
import { useSettled } from '#lib/use-time.ts';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { nearPriceQuery } from '../api.ts';
import { priceUnits } from '@upaj/contract/trade/units';
import { comparePrice } from '@upaj/contract/trade/compare-price';
import { useComparisonTexts } from '../compare-price.ts';
import { useOddPrice } from '../odd-price.ts';
import { microphoneOf } from './field-microphone.tsx';
import { FormSection, MoreFields } from './form-layout.tsx';
import { plainValues, type PostFormValues } from './form-values.ts';
import { findTypedCrop } from '#mandi/crops/crop-search.ts';
import { useField } from './use-field.ts';
import { useUnreadNote } from './use-unread-note.ts';

export function PriceSection() {
  const t = useT('create-post');
  const field = useField();
  const noteOf = useUnreadNote();
  const amount = { prefix: '₹', inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <FormSection title={t('pricing')}>
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-5 md:gap-x-5">
        <TextField {...field('price')} {...amount} suffix={microphoneOf('price')} />
        <SelectField
          {...field('priceUnit')}
          optional={false}
          options={toOptions(textGroup('names', 'unit'))}
        />
        <NearPrice />
        <div className="col-span-2">
          <TextField
            {...field('quantity')}
            suffix={microphoneOf('quantity')}
            {...noteOf('quantity')}
            hint={t('quantityHint')}
            autoComplete="off"
            limit={limits.shortText.max}
          />
        </div>
        <div className="col-span-2">
          <MoreFields label={t('morePrice')}>
            <TextField {...field('originalPrice')} {...amount} hint={t('originalPriceHint')} />
          </MoreFields>
        </div>
      </div>
    </FormSection>
  );
}

const watched = ['cropType', 'variety', 'state', 'district', 'price', 'priceUnit'] as const;

/** Compares the typed price with that of a mandi near the goods. Shows nothing if no mandi is nearby. */
export function NearPrice() {
  const t = useT('mandi');
  const textsOf = useComparisonTexts();
  const { control } = useFormContext<PostFormValues>();
  // The values are joined to a string because strings compare by value.
  const typed = useSettled(JSON.stringify(useWatch({ control, name: watched })), 500);
  const [crop = '', variety, state = '', district = '', amount = '', unit] = JSON.parse(typed) as string[];
  const cropType = (findTypedCrop(crop)?.en ?? crop).trim();
  const { data } = useQuery(nearPriceQuery({ cropType, variety, state, district }));

  const price = Number(plainNumber(amount)) || 0;
  const priceUnit = priceUnits.find((one) => one === unit) ?? 'per kg';
  const comparison = data && comparePrice({ price, priceUnit, marketPrice: data });
  const comparisonTexts = comparison && textsOf(comparison, data);
  return (
    <div role="status" className="col-span-2 empty:hidden">
      {comparisonTexts && (
        <p className="rounded-small bg-haldi-wash px-3 py-2 text-note text-soft">
          <span className="font-semibold text-ink">{t('near')}</span>
          <br />
          {comparisonTexts.price} · {comparisonTexts.source}
          {price > 0 && (
            <>
              {' · '}
              <b className="font-semibold text-ink">
                {t('yours', { difference: comparisonTexts.difference })}
              </b>
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** The returned check resolves to false if the seller wants to change the price. */
export function usePriceCheck() {
  const { checkNear } = useOddPrice();
  return (values: PostFormValues): Promise<boolean> => {
    const { cropType, variety, state, district, price, priceUnit } = plainValues(values);
    const unit = priceUnits.find((one) => one === priceUnit) ?? 'per kg';
    return checkNear(
      { cropType: cropType.trim(), variety, state, district },
      { price: Number(price), priceUnit: unit },
    );
  };
}
