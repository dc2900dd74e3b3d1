import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { Rate } from '@upaj/contract/mandi/rates';
import { useTexts } from '#i18n/locale.ts';
import { formatPrice } from '#mandi/weight-unit.ts';
import { cx } from '#ui/cx.ts';

const marks = { up: '▲', down: '▼', stable: '' };
const colours = { up: 'text-leaf', down: 'text-mirch', stable: 'text-soft' };

/** By mark and colour for the eye, in words for the ear. */
export function Change({ rate, unit }: { rate: Rate; unit: WeightUnit }) {
  const texts = useTexts('market');
  const amount = formatPrice(Math.abs(rate.change), unit);
  const words = {
    up: texts.rose(amount),
    down: texts.fell(amount),
    stable: rate.previousDate ? texts.unchanged : texts.firstReport,
  };
  return (
    <span
      className={cx('whitespace-nowrap', colours[rate.trend], rate.trend !== 'stable' && 'font-semibold')}
    >
      <span aria-hidden>
        {marks[rate.trend]} {rate.trend === 'stable' ? (rate.previousDate ? '0' : '–') : amount}
      </span>
      <span className="sr-only">{words[rate.trend]}</span>
    </span>
  );
}
