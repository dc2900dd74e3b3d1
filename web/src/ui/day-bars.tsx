import { dayInIndia, writeDay } from '@upaj/contract/days';
import { useLocale } from '#i18n/locale.ts';
import { formatDay } from '#lib/format.ts';

interface DayBarsProps {
  values: readonly number[];
  /** Says in words what the bars show. */
  describe: (facts: { count: number; most: number; day: string }) => string;
}

/** Draws a bar for each day, today last. */
export function DayBars({ values, describe }: DayBarsProps) {
  const locale = useLocale();
  const most = Math.max(0, ...values);
  const dayAt = (index: number) => formatDay(writeDay(dayInIndia() - values.length + 1 + index), locale);
  const count = values.reduce((sum, one) => sum + one, 0);
  return (
    <div>
      <div
        role="img"
        aria-label={describe({ count, most, day: dayAt(values.indexOf(most)) })}
        className="flex h-12 items-end gap-0.5 border-b border-line"
      >
        {values.map((one, index) => (
          <span
            key={dayAt(index)}
            className="min-w-0 flex-1 rounded-t-xs bg-leaf"
            style={{ height: `${most > 0 ? (100 * one) / most : 0}%` }}
          />
        ))}
      </div>
      <p aria-hidden className="flex justify-between text-tiny text-soft">
        <span>{dayAt(0)}</span>
        <span>{dayAt(values.length - 1)}</span>
      </p>
    </div>
  );
}
