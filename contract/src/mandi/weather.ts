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

/** Temperatures are in °C, humidity and the chance of rain in %, wind in km/h. Unknown values are null. */
export const weatherSchema = z.object({
  location: z.string(),
  current: z.object({
    temperature: z.number(),
    humidity: z.nullable(z.number()),
    windSpeed: z.nullable(z.number()),
    ...sky,
  }),
  /** The forecast has five days and starts with today. */
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
      /**
       * The first day with this weather. `value` is the forecast that caused the advice, in mm, °C or km/h; null when
       * unknown.
       */
      day: z.string(),
      value: z.nullable(z.number()),
    }),
  ),
  fetchedAt: z.string(),
  /** True for weather that was made up because there is no report for this place. */
  isSample: z.boolean(),
});
export type Weather = z.infer<typeof weatherSchema>;

/** The response of the older endpoint, whose values are missing when there is no report. */
export const climateSchema = z.extend(weatherSchema, {
  current: z.nullable(weatherSchema.shape.current),
  fetchedAt: z.nullable(z.string()),
});
export type Climate = z.infer<typeof climateSchema>;
