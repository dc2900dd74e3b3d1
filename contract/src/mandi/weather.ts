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

export const advisoryTypes = ['heavy-rain', 'heat', 'frost', 'strong-wind', 'spraying'] as const;
export type AdvisoryType = (typeof advisoryTypes)[number];

const sky = {
  /** WMO code; the web translates the condition by it. */
  code: z.number(),
  condition: z.string(),
  icon: z.enum(weatherIcons),
};

/** °C, humidity and chance of rain in %, km/h; null when unknown. */
export const weatherSchema = z.object({
  location: z.string(),
  current: z.object({
    temperature: z.number(),
    humidity: z.nullable(z.number()),
    windSpeed: z.nullable(z.number()),
    ...sky,
  }),
  /** Five days, starting today. */
  forecast: z.array(
    z.object({
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
      message: z.string(),
      icon: z.enum(advisoryTypes),
      /** The first such day, and what triggered it in mm, °C or km/h; null if unknown. */
      day: z.string(),
      value: z.nullable(z.number()),
    }),
  ),
  fetchedAt: z.string(),
  /** Made up, without a report for this place. */
  isSample: z.boolean(),
});
export type Weather = z.infer<typeof weatherSchema>;

/** The older endpoint: the same, without values when there is no report. */
export const climateSchema = z.extend(weatherSchema, {
  current: z.nullable(weatherSchema.shape.current),
  fetchedAt: z.nullable(z.string()),
});
export type Climate = z.infer<typeof climateSchema>;
