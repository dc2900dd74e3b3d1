import type { Source } from '@upaj/contract/mandi/market-page';
import type { AdvisoryType, Weather, WeatherIcon } from '@upaj/contract/mandi/weather';
import CloudOff from 'lucide-react/icons/cloud-off';
import CloudRainWind from 'lucide-react/icons/cloud-rain-wind';
import Leaf from 'lucide-react/icons/leaf';
import ThermometerSnowflake from 'lucide-react/icons/thermometer-snowflake';
import ThermometerSun from 'lucide-react/icons/thermometer-sun';
import Wind from 'lucide-react/icons/wind';
import Cloud from 'lucide-react/icons/cloud';
import CloudDrizzle from 'lucide-react/icons/cloud-drizzle';
import CloudFog from 'lucide-react/icons/cloud-fog';
import CloudLightning from 'lucide-react/icons/cloud-lightning';
import CloudRain from 'lucide-react/icons/cloud-rain';
import CloudSun from 'lucide-react/icons/cloud-sun';
import Snowflake from 'lucide-react/icons/snowflake';
import Sun from 'lucide-react/icons/sun';
import { findText, useT } from '#i18n/locale.ts';
import { useFormat, useFormatDay } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';

interface WeatherPanelProps {
  weather: Weather | null;
  source: Source;
  place: string;
}

export function WeatherPanel({ weather, source, place }: WeatherPanelProps) {
  const t = useT('market');
  const format = useFormat();
  const condition = useCondition();
  if (!weather) {
    return (
      <Card className="flex items-center gap-3 p-4 text-soft">
        <CloudOff size={24} aria-hidden className="shrink-0" />
        <p>{t('weatherNone')}</p>
      </Card>
    );
  }
  const { current } = weather;
  const isSample = source.freshness === 'sample';
  return (
    <Card className="flex flex-col gap-4 p-4">
      <div className="flex items-start justify-between gap-3">
        <div>
          <p className="text-hero font-bold tracking-tight">{Math.round(current.temperature)}°C</p>
          <p>
            {condition(current)}, {place}
          </p>
          <p className="text-note text-soft">
            {current.humidity !== null && `${t('humidity')} ${Math.round(current.humidity)}%`}
            {current.humidity !== null && current.windSpeed !== null && ' · '}
            {current.windSpeed !== null &&
              `${t('wind')} ${t('kmh', { speed: String(Math.round(current.windSpeed)) })}`}
          </p>
        </div>
        <span className="text-leaf">
          <SkyIcon icon={current.icon} size={48} />
        </span>
      </div>
      {isSample && (
        <Badge tone="haldi" className="self-start">
          {t('sampleData')}
        </Badge>
      )}
      {source.freshness === 'old' && (
        <p className="text-note text-soft">{t('weatherOld', { ago: format.ago(weather.fetchedAt) })}</p>
      )}
      <Forecast days={weather.forecast} />
      {weather.alerts.length > 0 && <Advisories alerts={weather.alerts} />}
      {isSample ? <p className="text-tiny text-soft">{t('weatherSample')}</p> : <WeatherCredit />}
    </Card>
  );
}

function WeatherCredit() {
  const t = useT('market');
  const link = { target: '_blank', rel: 'noopener noreferrer', className: 'inline-block py-1 underline' };
  const elsewhere = <span className="sr-only"> ({t('opensElsewhere')})</span>;
  return (
    <p className="text-tiny text-soft">
      <a href="https://open-meteo.com/" {...link}>
        {t('weatherCredit')}
        {elsewhere}
      </a>{' '}
      <a href="https://creativecommons.org/licenses/by/4.0/" {...link}>
        ({t('licence')}){elsewhere}
      </a>
    </p>
  );
}

const icons: Record<AdvisoryType, typeof Wind> = {
  'heavy-rain': CloudRainWind,
  heat: ThermometerSun,
  frost: ThermometerSnowflake,
  'strong-wind': Wind,
  spraying: Leaf,
};

function Advisories({ alerts }: { alerts: Weather['alerts'] }) {
  const t = useT('market');
  const day = useFormatDay();
  return (
    <ul className="flex flex-col gap-2">
      {alerts.map((alert) => {
        const Icon = icons[alert.icon];
        const name = day.isToday(alert.day)
          ? t('today')
          : t('onDay', { weekday: day.weekday(alert.day, 'long') });
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
              <h3 className="font-semibold">{t('advisory')}</h3>
              <p className="text-note">
                {t(`advisories.${alert.type}`, { day: name, value: alert.value ?? 'none' })}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Forecast({ days }: { days: Weather['forecast'] }) {
  const t = useT('market');
  const format = useFormatDay();
  const condition = useCondition();
  return (
    <table className="w-full text-note">
      <caption className="sr-only">{t('forecast')}</caption>
      <thead>
        <tr className="text-right text-soft *:py-1.5 *:not-first:pl-2 *:font-medium">
          <th scope="col" className="text-left">
            {t('day')}
          </th>
          <th scope="col" className="text-left">
            {t('condition')}
          </th>
          <th scope="col">
            {t('high')} / {t('low')}
          </th>
          <th scope="col">{t('rain')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day} className="border-t border-line text-right *:py-2 *:not-first:pl-2">
            <th scope="row" className="text-left font-semibold">
              {format.isToday(day.day) ? t('today') : format.weekday(day.day)}
            </th>
            <td className="text-left wrap-break-word">
              <span className="flex items-center gap-1.5 leading-tight">
                <SkyIcon icon={day.icon} size={18} />
                {condition(day)}
              </span>
            </td>
            <td className="whitespace-nowrap">
              <b className="font-semibold">{degrees(day.high)}</b> / {degrees(day.low)}
            </td>
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

/** Describes the weather by its WMO code, or by its icon when the code is unknown. */
function useCondition(): (sky: { code: number; icon: WeatherIcon }) => string {
  const t = useT('market');
  return ({ code, icon }) => findText('market', `conditions.${code}`) ?? t(`skies.${icon}`);
}

const skyIcons = {
  clear: Sun,
  'partly-cloudy': CloudSun,
  cloudy: Cloud,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  rain: CloudRain,
  snow: Snowflake,
  thunder: CloudLightning,
};

function SkyIcon({ icon, size }: { icon: WeatherIcon; size: number }) {
  const Icon = skyIcons[icon];
  return <Icon size={size} aria-hidden strokeWidth={1.75} className="shrink-0" />;
}
