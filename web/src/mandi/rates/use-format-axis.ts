import type { RatePoint } from '@upaj/contract/mandi/rates';
import { useLocale } from '#i18n/locale.ts';
import { useFormatDay } from '#lib/format-day.ts';
import { formatDay, formatMoney } from '#lib/format.ts';

const halfYear = 180 * 86_400_000;
// The library takes 30 days for a month by the calendar and 365 for a year.
const months = [30, 60, 90, 120, 180, 365];
const days = [1, 2, 3, 4, 5, 7, 10, 15];

/** What stands at the axes: days, or months where the days are many. */
export function useFormatAxis(points: readonly RatePoint[]) {
  const locale = useLocale();
  const { month } = useFormatDay();
  const [first, last] = [points[0]?.date, points.at(-1)?.date];
  const isLong = first && last && Date.parse(last) - Date.parse(first) > halfYear;
  return {
    day: (seconds: number) => {
      const day = new Date(seconds * 1000).toISOString().slice(0, 10);
      return isLong ? month(day) : formatDay(day, locale);
    },
    steps: isLong ? months : [...days, ...months],
    price: formatMoney,
  };
}
