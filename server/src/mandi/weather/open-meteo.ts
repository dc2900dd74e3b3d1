import * as z from 'zod/mini';
import type { ServiceAddress } from '#src/env.ts';
import { fetchText, parseJson } from '#src/mandi/sources/fetch-text.ts';
import { ProviderError } from '#src/mandi/sources/service.ts';
import type { Coordinates } from '#src/platform/places/places.ts';

/** Units are °C, %, km/h and mm; days are in India's time zone. */
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

const value = z.nullable(z.number());
/** The service omits variables it does not know. */
const column = z._default(z.array(value), []);

const responseSchema = z.object({
  current: z.object({
    temperature_2m: z.number(),
    relative_humidity_2m: z._default(value, null),
    weather_code: z.number(),
    wind_speed_10m: z._default(value, null),
  }),
  daily: z.object({
    time: z.array(z.iso.date()),
    weather_code: column,
    temperature_2m_max: column,
    temperature_2m_min: column,
    precipitation_probability_max: column,
    precipitation_sum: column,
    wind_speed_10m_max: column,
  }),
});

const refusalSchema = z.object({ reason: z.string() });

const variables = {
  current: 'temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m,is_day',
  daily:
    'weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max,precipitation_sum,wind_speed_10m_max',
  forecast_days: '5',
  timezone: 'Asia/Kolkata',
};

const timeLimit = 8_000;
const longestResponse = 100_000;

/** Fetches a forecast. @throws ProviderError, whose message does not contain the URL, which may have a key */
export async function fetchForecast(
  { url, key }: ServiceAddress,
  [latitude, longitude]: Coordinates,
): Promise<Forecast> {
  const query = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    ...variables,
    ...(key && { apikey: key }),
  });
  const response = await readForecast(`${url.replace(/\/$/, '')}/v1/forecast?${query}`);
  const parsed = z.safeParse(responseSchema, response);
  if (!parsed.success) throw new ProviderError('Open-Meteo sent an unexpected response');
  const { current, daily } = parsed.data;
  return {
    current: {
      temperature: current.temperature_2m,
      humidity: current.relative_humidity_2m,
      windSpeed: current.wind_speed_10m,
      code: current.weather_code,
    },
    days: daily.time.map((day, index) => ({
      day,
      code: daily.weather_code[index] ?? -1,
      high: daily.temperature_2m_max[index] ?? null,
      low: daily.temperature_2m_min[index] ?? null,
      rain: daily.precipitation_probability_max[index] ?? null,
      rainMm: daily.precipitation_sum[index] ?? null,
      windSpeed: daily.wind_speed_10m_max[index] ?? null,
    })),
  };
}

async function readForecast(address: string): Promise<unknown> {
  const { status, text } = await requestForecast(address);
  if (status === 200) return parseJson(text);
  const refusal = z.safeParse(refusalSchema, parseJson(text));
  const reason = refusal.success ? `: ${refusal.data.reason.slice(0, 200)}` : '';
  const Refusal = status === 429 ? ProviderBusyError : ProviderError;
  throw new Refusal(`Open-Meteo refused the request (${status})${reason}`);
}

async function requestForecast(address: string) {
  const tooLarge = () => new ProviderError('The response from Open-Meteo is too large');
  try {
    return await fetchText(address, {
      signal: AbortSignal.timeout(timeLimit),
      longest: longestResponse,
      tooLarge,
    });
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const isSlow = (error as Error).name === 'TimeoutError';
    throw new ProviderError(isSlow ? 'Open-Meteo timed out' : 'Open-Meteo cannot be reached', {
      cause: error,
    });
  }
}
