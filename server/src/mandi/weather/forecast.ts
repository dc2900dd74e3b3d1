import { ProviderError } from '#src/mandi/sources/service.ts';

/** Units: °C, %, km/h, mm. Days are in India's time zone. */
export interface Forecast {
  current: { temperature: number; humidity: number | null; windSpeed: number | null; code: number };
  days: ForecastDay[];
}

export interface ForecastDay {
  day: string;
  code: number;
  high: number | null;
  low: number | null;
  rain: number | null;
  rainMm: number | null;
  windSpeed: number | null;
}

export class ProviderBusyError extends ProviderError {
  override name = 'ProviderBusyError';
}
