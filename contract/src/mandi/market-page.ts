import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent } from '../fields.ts';
import { limits } from '../limits.ts';
import { districtsOf, isState } from '../places.ts';
import { newsItemSchema } from './news.ts';
import { ownCropSchema } from './own-crops.ts';
import { langSchema, ratesOfPlaceSchema, rateSchema } from './rates.ts';
import { schemeSchema } from './schemes.ts';
import { climateSchema, weatherSchema } from './weather.ts';

export const defaultLocation = 'Delhi';

export interface Location {
  state: string;
  /** Absent when the location is a whole state. */
  district?: string;
}

/** Reads 'Delhi' as a state and 'Ludhiana, Punjab' as a district. Returns undefined for an unknown place. */
export function readLocation(text: string): Location | undefined {
  if (isState(text)) return { state: text };
  const comma = text.lastIndexOf(', ');
  const [district, state] = [text.slice(0, comma), text.slice(comma + 2)];
  return comma > 0 && districtsOf(state).includes(district) ? { state, district } : undefined;
}

export function writeLocation({ state, district }: Location): string {
  return district ? `${district}, ${state}` : state;
}

const locationQuery = z.object({
  location: emptyAsAbsent(
    z.string(say('locationInvalid')).check(
      z.maxLength(limits.shortText.max, say('locationInvalid')),
      z.refine((text) => readLocation(text) !== undefined, say('locationInvalid')),
    ),
  ),
  lang: langSchema,
});

/**
 * Data is 'live' when it was delivered recently, 'old' when the last attempts failed or found nothing new, 'sample'
 * when it is made up, and 'none' when there is none.
 */
export const freshnesses = ['live', 'old', 'sample', 'none'] as const;
export type Freshness = (typeof freshnesses)[number];

export const sourceSchema = z.object({
  name: z.string(),
  url: z.nullable(z.string()),
  freshness: z.enum(freshnesses),
  /** The time of the last delivery, ISO 8601 in UTC. */
  updatedAt: z.nullable(z.string()),
  isFailing: z.boolean(),
});
export type Source = z.infer<typeof sourceSchema>;

/** A source that fails leaves its part empty; the other parts are still there. */
export const overviewSchema = z.object({
  location: z.string(),
  rates: ratesOfPlaceSchema,
  own: z.array(ownCropSchema),
  weather: z.nullable(weatherSchema),
  news: z.array(newsItemSchema),
  schemes: z.array(schemeSchema),
  sources: z.object({ rates: sourceSchema, weather: sourceSchema, news: sourceSchema }),
});
export type Overview = z.infer<typeof overviewSchema>;

export const marketEndpoints = {
  'GET /api/market/overview': { query: locationQuery, response: envelope(overviewSchema) },
  // Old clients still call the endpoints below. Their responses have no envelope.
  'GET /api/market/rates': { query: locationQuery, response: z.array(rateSchema) },
  'GET /api/market/climate': { query: locationQuery, response: climateSchema },
  'GET /api/market/schemes': { query: locationQuery, response: z.array(schemeSchema) },
} as const;
