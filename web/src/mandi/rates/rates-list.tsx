import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { Rate } from '@upaj/contract/mandi/rates';
import { usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { formatPrice } from '#mandi/weight-unit.ts';
import { Change } from './change.tsx';
import { RateLink } from './rate-link.tsx';

export interface RatesProps {
  rates: readonly Rate[];
  unit: WeightUnit;
  /** The day that most of them are of; another day is named. */
  latest: string | null;
  /** The place that was looked at. */
  location: string;
}

/** Phones: the same as the table, each rate in three lines. */
export function RatesList({ rates, unit, latest, location }: RatesProps) {
  const t = useT();
  const texts = useTexts('market');
  const placeName = usePlaceName();
  const format = useFormat();
  const price = (perQuintal: number) => formatPrice(perQuintal, unit);
  return (
    <ul className="divide-y divide-line">
      {rates.map((rate) => (
        <li key={rate._id} className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-3.5 py-3">
          <div className="min-w-0">
            <RateLink rate={rate} location={location} />
            <p className="text-note text-soft">{[rate.variety, rate.grade].filter(Boolean).join(' · ')}</p>
          </div>
          <div className="text-right">
            <p className="text-lead font-bold">{price(rate.modalPrice)}</p>
            <p className="text-note text-soft">{t.names.unit[`per ${unit}`]}</p>
          </div>
          <p className="pt-1 text-note">{texts.rangeOf(price(rate.minPrice), price(rate.maxPrice))}</p>
          <p className="pt-1 text-right text-note">
            <Change rate={rate} unit={unit} />
          </p>
          <p className="col-span-2 text-note text-soft">
            {placeName(rate.market)}, {placeName(rate.district)}
            {rate.arrivalDate !== latest && <>, {texts.reportedOn(format.date(rate.arrivalDate))}</>}
          </p>
        </li>
      ))}
    </ul>
  );
}
