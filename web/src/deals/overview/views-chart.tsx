import { dayInIndia, writeDay } from '@upaj/contract/days';
import { useLocale, useT } from '#i18n/locale.ts';
import { formatDay } from '#lib/format.ts';

/** Draws a bar for each day, today last. */
export function ViewsChart({ views }: { views: readonly number[] }) {
  const t = useT('overview');
  const locale = useLocale();
  const most = Math.max(0, ...views);
  const dayAt = (index: number) => formatDay(writeDay(dayInIndia() - views.length + 1 + index), locale);
  const count = views.reduce((sum, one) => sum + one, 0);
  return (
    <div>
      <div
        role="img"
        aria-label={t('chart', { count, most, day: dayAt(views.indexOf(most)) })}
        className="flex h-12 items-end gap-0.5 border-b border-line"
      >
        {views.map((one, index) => (
          <span
            key={dayAt(index)}
            className="min-w-0 flex-1 rounded-t-xs bg-leaf"
            style={{ height: `${most > 0 ? (100 * one) / most : 0}%` }}
          />
        ))}
      </div>
      <p aria-hidden className="flex justify-between text-tiny text-soft">
        <span>{dayAt(0)}</span>
        <span>{dayAt(views.length - 1)}</span>
      </p>
    </div>
  );
}
