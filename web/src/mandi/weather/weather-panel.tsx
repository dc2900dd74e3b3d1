import type { Source } from '@upaj/contract/mandi/market-page';
import type { Weather } from '@upaj/contract/mandi/weather';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Advisories } from './advisories.tsx';
import { Forecast } from './forecast.tsx';
import { SkyIcon } from './sky-icon.tsx';
import { useCondition } from './use-condition.ts';

interface WeatherPanelProps {
  weather: Weather | null;
  source: Source;
  /** In the reader's language. */
  place: string;
}

export function WeatherPanel({ weather, source, place }: WeatherPanelProps) {
  const texts = useTexts('market');
  const format = useFormat();
  const condition = useCondition();
  if (!weather) {
    return (
      <Card className="flex items-center gap-3 p-4 text-soft">
        <CloudOff size={24} aria-hidden className="shrink-0" />
        <p>{texts.weatherNone}</p>
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
            {current.humidity !== null && `${texts.humidity} ${Math.round(current.humidity)}%`}
            {current.humidity !== null && current.windSpeed !== null && ' · '}
            {current.windSpeed !== null &&
              `${texts.wind} ${texts.kmh(String(Math.round(current.windSpeed)))}`}
          </p>
        </div>
        <span className="text-leaf">
          <SkyIcon icon={current.icon} size={48} />
        </span>
      </div>
      {isSample && (
        <Badge tone="haldi" className="self-start">
          {texts.sampleData}
        </Badge>
      )}
      {source.freshness === 'old' && (
        <p className="text-note text-soft">{texts.weatherOld(format.ago(weather.fetchedAt))}</p>
      )}
      <Forecast days={weather.forecast} />
      {weather.alerts.length > 0 && <Advisories alerts={weather.alerts} />}
      {isSample ? <p className="text-tiny text-soft">{texts.weatherSample}</p> : <WeatherCredit />}
    </Card>
  );
}

function WeatherCredit() {
  const texts = useTexts('market');
  const link = { target: '_blank', rel: 'noopener noreferrer', className: 'inline-block py-1 underline' };
  const elsewhere = <span className="sr-only"> ({texts.opensElsewhere})</span>;
  return (
    <p className="text-tiny text-soft">
      <a href="https://open-meteo.com/" {...link}>
        {texts.weatherCredit}
        {elsewhere}
      </a>{' '}
      <a href="https://creativecommons.org/licenses/by/4.0/" {...link}>
        ({texts.licence}){elsewhere}
      </a>
    </p>
  );
}
