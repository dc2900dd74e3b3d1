import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { DetailedRate } from '@upaj/contract/mandi/rates';
import { findSupportPrice } from '@upaj/contract/mandi/support-prices';
import { getLocale, getT } from '#i18n/locale.ts';
import { spokenMoney, spokenPrice, spokenSentences, type Speech } from '#i18n/spoken.ts';
import { formatDate } from '#lib/format.ts';
import { priceIn } from '#mandi/weight-unit.ts';

interface Names {
  commodity: string;
  market: string;
  place: string;
}

/** Says what was paid, and how that has changed. `unit` is the one on screen. */
export function rateSpeech(rate: DetailedRate, unit: WeightUnit, names: Names): Speech[] {
  const t = getT('listen');
  const { change, trend, previousDate } = rate;
  const money = (perQuintal: number) => spokenMoney(priceIn(perQuintal, unit));
  const date = (day: string) => formatDate(day, getLocale());
  const price = (perQuintal: number) =>
    rate.unit === 'bunch'
      ? t('price', { price: money(perQuintal), unit: getT('market')('perBunch') })
      : spokenPrice(priceIn(perQuintal, unit), `per ${rate.unit === 'quintal' ? unit : rate.unit}`);
  const support = rate.unit === 'quintal' ? findSupportPrice(rate) : undefined;
  const trendKey = ({ up: 'rose', down: 'fell', stable: 'same' } as const)[trend];
  return [
    spokenSentences([
      t('rate.of', names),
      t('rate.price', { price: price(rate.modalPrice), date: date(rate.arrivalDate) }),
      rate.isSample && t('rate.sample'),
      rate.isDoubtful && t('rate.doubtful'),
      previousDate && t(`rate.${trendKey}`, { amount: money(Math.abs(change)), date: date(previousDate) }),
      t('rate.range', { min: money(rate.minPrice), max: money(rate.maxPrice) }),
      support && t('rate.support', { price: price(support.price) }),
    ]),
  ];
}
