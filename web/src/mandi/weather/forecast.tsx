import type { Weather } from '@upaj/contract/mandi/weather';
import { useTexts } from '#i18n/locale.ts';
import { useFormatDay } from '#lib/format-day.ts';
import { SkyIcon } from './sky-icon.tsx';
import { useCondition } from './use-condition.ts';

export function Forecast({ days }: { days: Weather['forecast'] }) {
  const texts = useTexts('market');
  const format = useFormatDay();
  const condition = useCondition();
  return (
    <table className="w-full text-note">
      <caption className="sr-only">{texts.forecast}</caption>
      <thead>
        <tr className="text-right text-soft *:px-1 *:py-1.5 *:font-medium">
          <th scope="col" className="text-left">
            {texts.day}
          </th>
          <th scope="col" className="text-left">
            {texts.condition}
          </th>
          <th scope="col">{texts.high}</th>
          <th scope="col">{texts.low}</th>
          <th scope="col">{texts.rain}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day} className="border-t border-line text-right *:px-1 *:py-2">
            <th scope="row" className="text-left font-semibold">
              {format.isToday(day.day) ? texts.today : format.weekday(day.day)}
            </th>
            <td className="text-left">
              <span className="flex items-center gap-1.5 leading-tight">
                <SkyIcon icon={day.icon} size={18} />
                {condition(day)}
              </span>
            </td>
            <td className="font-semibold">{degrees(day.high)}</td>
            <td className="text-soft">{degrees(day.low)}</td>
            <td>{day.rain === null ? '–' : `${Math.round(day.rain)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function degrees(value: number | null): string {
  return value === null ? '–' : `${Math.round(value)}°`;
}
