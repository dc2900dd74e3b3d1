import { ProviderError } from '#src/features/sources/service.ts';

/** A place's weather as a provider told it, in our own words: °C, %, km/h, mm. Days are India's. */
export interface Forecast {
  current: { temperature: number; humidity: number | null; windSpeed: number | null; code: number };
  days: ForecastDay[];
}

export interface ForecastDay {
  day: string;
  code: number;
  high: number | null;
  low: number | null;
  /** Chance of rain. */
  rain: number | null;
  rainMm: number | null;
  windSpeed: number | null;
}

/** The provider asks to be left alone for a while. */
export class ProviderBusyError extends ProviderError {
  override name = 'ProviderBusyError';
}
