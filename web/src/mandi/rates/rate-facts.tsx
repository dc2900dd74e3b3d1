import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { Rate, DetailedRate } from '@upaj/contract/mandi/rates';
import { findSupportPrice } from '@upaj/contract/mandi/support-prices';
import { useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { formatPrice } from '#mandi/weight-unit.ts';
import { Badge } from '#ui/badge.tsx';
import { Card, Facts } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { useSeasonName } from '#mandi/names.ts';
import { useQuality } from './quality.ts';

export function RateFacts({ rate, unit }: { rate: DetailedRate; unit: WeightUnit }) {
  const tNames = useT('names');
  const t = useT('market');
  const format = useFormat();
  const price = (perQuintal: number) => formatPrice(perQuintal, unit);
  const seasonName = useSeasonName();
  const support = rate.unit === 'quintal' ? findSupportPrice(rate) : undefined;
  const perUnit = {
    quintal: tNames(`unit.per ${unit}`),
    piece: tNames('unit.per piece'),
    bunch: t('perBunch'),
    box: tNames('unit.per box'),
    bag: tNames('unit.per bag'),
    liter: tNames('unit.per liter'),
  }[rate.unit];
  const { variety, fullGrade } = useQuality()(rate);
  return (
    <Card className="p-4 md:p-5">
      <p className="text-note font-semibold text-soft">{t('modalPrice')}</p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="text-hero font-bold tracking-tight">{price(rate.modalPrice)}</b>
        <span className="text-soft">{perUnit}</span>
      </p>
      <p className="text-note text-soft">{t('modalHint')}</p>
      {rate.isDoubtful && (
        <p className="flex flex-col items-start gap-1 py-2">
          <Badge tone="haldi">{t('doubtful')}</Badge>
          {t('doubtfulText')}
        </p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-2 pb-2">
        <Change rate={rate} unit={unit} />
        <span aria-hidden={!rate.previousDate} className="text-note text-soft">
          {rate.previousDate ? t('since', { date: format.date(rate.previousDate) }) : t('firstReport')}
        </span>
      </p>
      <Facts
        facts={[
          {
            label: t('range'),
            value: t('rangeOf', { min: price(rate.minPrice), max: price(rate.maxPrice) }),
          },
          { label: t('arrival'), value: format.date(rate.arrivalDate) },
          { label: t('variety'), value: variety },
          { label: t('grade'), value: fullGrade },
          {
            label: t('supportPrice'),
            value: support ? `${price(support.price)} (${seasonName(support.season)})` : null,
          },
        ]}
      />
    </Card>
  );
}

const marks = { up: '▲', down: '▼', stable: '' };
const colours = { up: 'text-leaf', down: 'text-mirch', stable: 'text-soft' };

/** Shows the change by a symbol and a colour, and by a text for screen readers. */
export function Change({ rate, unit }: { rate: Rate; unit: WeightUnit }) {
  const t = useT('market');
  const amount = formatPrice(Math.abs(rate.change), unit);
  const trendTexts = {
    up: t('rose', { amount }),
    down: t('fell', { amount }),
    stable: rate.previousDate ? t('unchanged') : t('firstReport'),
  };
  return (
    <span
      className={cx('whitespace-nowrap', colours[rate.trend], rate.trend !== 'stable' && 'font-semibold')}
    >
      <span aria-hidden>
        {marks[rate.trend]} {rate.trend === 'stable' ? (rate.previousDate ? '0' : '–') : amount}
      </span>
      <span className="sr-only">{trendTexts[rate.trend]}</span>
    </span>
  );
}
