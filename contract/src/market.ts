import * as z from 'zod/mini';
import { envelope } from './envelope.ts';
import { emptyAsAbsent } from './fields.ts';
import { limits } from './limits.ts';
import { say } from './messages.ts';
import { newsItemSchema } from './news.ts';
import { districtsOf, isState } from './places.ts';
import { ratesOfPlaceSchema, rateSchema } from './rates.ts';
import { schemeSchema } from './schemes.ts';
import { weatherSchema } from './weather.ts';

/** Where the market page looks before somebody chose a place. */
export const defaultLocation = 'Delhi';

export interface Location {
  state: string;
  /** Left out for the whole state. */
  district?: string;
}

/** 'Delhi' → the state, 'Ludhiana, Punjab' → the district; undefined for what is no place of ours. */
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
});

/**
 * How far a source is to be believed. live: a provider delivered it, and lately; old: it did, but the last attempts failed
 * or found nothing newer; sample: made up; none: there is nothing.
 */
export const freshnesses = ['live', 'old', 'sample', 'none'] as const;
export type Freshness = (typeof freshnesses)[number];

export const sourceSchema = z.object({
  /** Who is to be named beside the data. */
  name: z.string(),
  url: z.nullable(z.string()),
  freshness: z.enum(freshnesses),
  /** When the provider last delivered: ISO 8601 in UTC. */
  updatedAt: z.nullable(z.string()),
  /** The last attempt failed. */
  isFailing: z.boolean(),
});
export type Source = z.infer<typeof sourceSchema>;

/** All the market page needs, in one answer. A source that fails leaves the others as they are. */
export const overviewSchema = z.object({
  location: z.string(),
  rates: ratesOfPlaceSchema,
  weather: z.nullable(weatherSchema),
  news: z.array(newsItemSchema),
  schemes: z.array(schemeSchema),
  sources: z.object({ rates: sourceSchema, weather: sourceSchema, news: sourceSchema }),
});
export type Overview = z.infer<typeof overviewSchema>;

export const marketEndpoints = {
  'GET /api/market/overview': { query: locationQuery, response: envelope(overviewSchema) },
  // Three older calls, whose answers are read as they are, without an envelope.
  'GET /api/market/rates': { query: locationQuery, response: z.array(rateSchema) },
  'GET /api/market/climate': { query: locationQuery, response: z.nullable(weatherSchema) },
  'GET /api/market/schemes': { query: locationQuery, response: z.array(schemeSchema) },
} as const;
