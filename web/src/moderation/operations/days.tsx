import { useState } from 'react';
import {
  countedADay,
  dailyCounts,
  type DailyCount,
  type Operations,
} from '@upaj/contract/moderation/operations';
import { useLocale, useT } from '#i18n/locale.ts';
import { formatCount, formatDay } from '#lib/format.ts';
import { Chip } from '#ui/chip.tsx';
import { Section } from '#moderation/console/section.tsx';
import { Facts } from '#ui/card.tsx';
import { DayBars } from '#ui/day-bars.tsx';

const countText = (kind: DailyCount, count: number) =>
  `${formatCount(count)}${kind !== 'active' && count >= countedADay ? '+' : ''}`;

export function Days({ days }: Pick<Operations, 'days'>) {
  const t = useT('operations');
  const [isTable, setTable] = useState(false);
  return (
    <Section title={t('days')} text={`${t('ofAll')} ${t('daysText')}`}>
      <div>
        <Chip pressed={isTable} onPress={() => setTable(!isTable)}>
          {t('asTable')}
        </Chip>
      </div>
      {isTable ? (
        <DaysTable days={days} />
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {dailyCounts.map((kind) => (
            <li key={kind}>
              <h3 className="flex items-baseline justify-between gap-2">
                <span className="font-semibold">{t(`count.${kind}`)}</span>
                <span className="text-note text-soft">{countText(kind, days.at(-1)?.[kind] ?? 0)}</span>
              </h3>
              <DayBars
                values={days.map((day) => day[kind])}
                describe={({ count, most, day }) =>
                  t('chart', { total: formatCount(count), most: countText(kind, most), day })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function DaysTable({ days }: Pick<Operations, 'days'>) {
  const t = useT('operations');
  const locale = useLocale();
  return (
    <div
      className="max-h-96 overflow-auto overscroll-contain"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
      tabIndex={0}
      role="group"
      aria-label={t('days')}
    >
      <table className="w-full text-note">
        <caption className="sr-only">{t('days')}</caption>
        <thead className="sticky top-0 bg-card text-soft">
          <tr className="*:px-2 *:py-2 *:font-semibold">
            <th scope="col" className="text-left">
              {t('day')}
            </th>
            {dailyCounts.map((kind) => (
              <th key={kind} scope="col" className="text-right">
                {t(`count.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.day} className="border-t border-line *:px-2 *:py-1.5">
              <th scope="row" className="text-left font-normal whitespace-nowrap">
                {formatDay(day.day, locale)}
              </th>
              {dailyCounts.map((kind) => (
                <td key={kind} className="text-right">
                  {countText(kind, day[kind])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Active({ active }: Pick<Operations, 'active'>) {
  const t = useT('operations');
  return (
    <Section title={t('active')} text={t('activeText')}>
      <Facts
        facts={(['day', 'week', 'month'] as const).map((span) => ({
          label: t(`active.${span}`),
          value: formatCount(active[span]),
        }))}
      />
    </Section>
  );
}
