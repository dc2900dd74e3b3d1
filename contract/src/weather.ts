import * as z from 'zod/mini';

export const weatherIcons = [
  'clear',
  'partly-cloudy',
  'cloudy',
  'fog',
  'drizzle',
  'rain',
  'snow',
  'thunder',
] as const;
export type WeatherIcon = (typeof weatherIcons)[number];

/** What the forecast means for work in the field. */
export const advisoryTypes = ['heavy-rain', 'heat', 'frost', 'strong-wind', 'spraying'] as const;
export type AdvisoryType = (typeof advisoryTypes)[number];

const sky = {
  /** WMO weather code, by which the web says the condition in the reader's language. */
  code: z.number(),
  /** The condition in English. */
  condition: z.string(),
  icon: z.enum(weatherIcons),
};

/** Temperatures in °C, humidity and rain (its chance) in %, wind in km/h; null where the provider has no value. */
export const weatherSchema = z.object({
  location: z.string(),
  current: z.object({
    temperature: z.number(),
    humidity: z.nullable(z.number()),
    windSpeed: z.nullable(z.number()),
    ...sky,
  }),
  /** Five days, the first one today. */
  forecast: z.array(
    z.object({
      /** YYYY-MM-DD in India. */
      day: z.string(),
      high: z.nullable(z.number()),
      low: z.nullable(z.number()),
      rain: z.nullable(z.number()),
      ...sky,
    }),
  ),
  alerts: z.array(
    z.object({
      type: z.enum(advisoryTypes),
      /** In English. */
      message: z.string(),
      icon: z.enum(advisoryTypes),
      /** The first day it is about, and the value that gave rise to it: mm, °C or km/h; null where there is none. */
      day: z.string(),
      value: z.nullable(z.number()),
    }),
  ),
  /** When the provider said so. */
  fetchedAt: z.string(),
});
export type Weather = z.infer<typeof weatherSchema>;
