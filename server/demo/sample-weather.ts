import { states } from '@upaj/contract/places';
import * as z from 'zod/mini';
import type { WeatherDeps } from '#src/mandi/weather/service.ts';
import { randomOf } from './random.ts';
import { readDemoFile } from './read.ts';

const byMonth = z.array(z.number()).check(z.length(12));
const zoneSchema = z.strictObject({
  states: z.array(z.enum(states)),
  /** Values are in °C and, for rain, in %, from January to December. */
  high: byMonth,
  low: byMonth,
  rain: byMonth,
});

const dayLength = 24 * 60 * 60_000;
const days = 5;

/** Makes weather that is the same for the same place and day. */
export function openSampleWeather(): NonNullable<WeatherDeps['findSample']> {
  const zones = readDemoFile('weather', z.strictObject({ zones: z.array(zoneSchema) })).zones;
  return (state, district, today) => {
    const zone = zones.find((one) => one.states.includes(state));
    if (!zone) return undefined;
    const forecast = Array.from({ length: days }, (_, index) => {
      const date = new Date(Date.parse(today) + index * dayLength);
      const day = date.toISOString().slice(0, 10);
      const month = date.getUTCMonth();
      const random = randomOf(`weather ${state} ${district} ${day}`);
      const usual = (values: readonly number[]) => values[month] ?? 0;
      const rain = Math.round(usual(zone.rain) * (0.6 + random() * 0.6));
      const isWet = random() * 100 < rain;
      return {
        day,
        high: Math.round(usual(zone.high) + (random() - 0.5) * 4),
        low: Math.round(usual(zone.low) + (random() - 0.5) * 3),
        rain,
        rainMm: isWet ? Math.round(random() * 12) : 0,
        windSpeed: Math.round(5 + random() * 10),
        code: isWet ? 61 : rain > 40 ? 3 : Math.floor(random() * 3),
      };
    });
    const [first] = forecast;
    if (!first) return undefined;
    const humidity = Math.min(95, 45 + Math.round(first.rain / 2));
    const temperature = Math.round((first.high * 2 + first.low) / 3);
    return {
      current: { temperature, humidity, windSpeed: first.windSpeed, code: first.code },
      days: forecast,
    };
  };
}
