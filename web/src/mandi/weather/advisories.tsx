import type { AdvisoryType, Weather } from '@upaj/contract/mandi/weather';
import CloudRainWind from 'lucide-react/icons/cloud-rain-wind';
import Leaf from 'lucide-react/icons/leaf';
import ThermometerSnowflake from 'lucide-react/icons/thermometer-snowflake';
import ThermometerSun from 'lucide-react/icons/thermometer-sun';
import Wind from 'lucide-react/icons/wind';
import { useTexts } from '#i18n/locale.ts';
import { useFormatDay } from '#lib/format-day.ts';
import { cx } from '#ui/cx.ts';

const icons: Record<AdvisoryType, typeof Wind> = {
  'heavy-rain': CloudRainWind,
  heat: ThermometerSun,
  frost: ThermometerSnowflake,
  'strong-wind': Wind,
  spraying: Leaf,
};

/** What the forecast means for work in the field. */
export function Advisories({ alerts }: { alerts: Weather['alerts'] }) {
  const texts = useTexts('market');
  const day = useFormatDay();
  return (
    <ul className="flex flex-col gap-2">
      {alerts.map((alert) => {
        const Icon = icons[alert.icon];
        const name = day.isToday(alert.day) ? texts.today : texts.onDay(day.weekday(alert.day, 'long'));
        return (
          <li
            key={`${alert.type} ${alert.day}`}
            className={cx(
              'flex gap-3 rounded-small border-l-4 p-3',
              alert.type === 'spraying' ? 'border-leaf bg-leaf-wash' : 'border-haldi bg-haldi-wash',
            )}
          >
            <Icon size={22} aria-hidden className="mt-0.5 shrink-0" />
            <div>
              <h3 className="font-semibold">{texts.advisory}</h3>
              <p className="text-note">{texts.advisories[alert.type](name, String(alert.value ?? ''))}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
