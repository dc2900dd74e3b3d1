import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { RatePoint } from '@upaj/contract/mandi/rates';
import { useT, useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { formatPrice } from '#mandi/weight-unit.ts';

/** The chart in figures, latest first. */
export function HistoryTable({ points, unit }: { points: readonly RatePoint[]; unit: WeightUnit }) {
  const t = useT();
  const texts = useTexts('market');
  const format = useFormat();
  return (
    <div
      className="max-h-96 overflow-y-auto overscroll-contain"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
      tabIndex={0}
      role="group"
      aria-label={texts.history}
    >
      <table className="w-full text-left text-note sm:text-base">
        <caption className="sr-only">
          {texts.history}, {t.names.unit[`per ${unit}`]}
        </caption>
        <thead className="sticky top-0 bg-card">
          <tr className="text-note text-soft *:px-2 *:py-2 *:font-semibold">
            <th scope="col">{texts.date}</th>
            <th scope="col" className="text-right">
              {texts.modalPrice}
            </th>
            <th scope="col" className="text-right">
              {texts.lowest}
            </th>
            <th scope="col" className="text-right">
              {texts.highest}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...points].reverse().map((point) => (
            <tr key={point.date} className="border-t border-line *:px-2 *:py-2">
              <th scope="row" className="font-normal">
                {format.date(point.date)}
              </th>
              <td className="text-right font-bold">{formatPrice(point.modalPrice, unit)}</td>
              <td className="text-right">{formatPrice(point.minPrice, unit)}</td>
              <td className="text-right">{formatPrice(point.maxPrice, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
