import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from './envelope.ts';
import { emptyAsAbsent, pageQueryFields, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { marketPriceSchema, rateIdSchema } from './market-prices.ts';
import { say } from './messages.ts';
import { isState } from './places.ts';

/**
 * Mandi rates as AGMARKNET reports them. Prices are rupees per quintal (100 kg); dates are YYYY-MM-DD. A rate is what one
 * mandi last reported of one commodity, variety and grade; its `_id` stays the same from day to day.
 */

export const trends = ['up', 'down', 'stable'] as const;
export type Trend = (typeof trends)[number];
export const rateSorts = ['name', 'price', 'change'] as const;
export type RateSort = (typeof rateSorts)[number];
/** Days of history that can be looked at. */
export const historyDays = ['7', '30', '365'] as const;
export type HistoryDays = (typeof historyDays)[number];

export const rateSchema = z.object({
  _id: rateIdSchema,
  /** As AGMARKNET spells it. */
  commodity: z.string(),
  /** The catalogue's crop; null for what nobody sells on Upaj. */
  crop: z.nullable(z.string()),
  variety: z.string(),
  grade: z.string(),
  unit: z.literal('quintal'),
  minPrice: z.number(),
  maxPrice: z.number(),
  modalPrice: z.number(),
  /** Modal price less that of the arrival before; 0 on the first one. */
  change: z.number(),
  trend: z.enum(trends),
  arrivalDate: z.string(),
  /** The arrival that `change` compares with. */
  previousDate: z.nullable(z.string()),
  market: z.string(),
  district: z.string(),
  state: z.string(),
  /** Made up, to show how the market works where no provider is set up. */
  isSample: z.boolean(),
});
export type Rate = z.infer<typeof rateSchema>;

/** The rates of a place. `scope` tells how far one had to look: nobody reports from every district. */
export const ratesOfPlaceSchema = z.object({
  /** The latest day of arrival among them; null where there are none. */
  lastUpdated: z.nullable(z.string()),
  /** What they are of: a district, a state, or 'India'. */
  location: z.string(),
  scope: z.enum(['district', 'state', 'country']),
  isSample: z.boolean(),
  rates: z.array(rateSchema),
  page: z.object({ nextCursor: z.nullable(z.string()), total: z.union([z.number(), z.literal('10,000+')]) }),
});
export type RatesOfPlace = z.infer<typeof ratesOfPlaceSchema>;

const anyName = requiredText('invalid', limits.shortText.max);
const state = emptyAsAbsent(anyName.check(z.refine(isState, say('stateInvalid'))));

export const ratesQuerySchema = z.object({
  state,
  district: emptyAsAbsent(anyName),
  market: emptyAsAbsent(anyName),
  /** AGMARKNET's name, or a crop of the catalogue, which stands for all names that AGMARKNET has for it. */
  commodity: emptyAsAbsent(anyName),
  trend: emptyAsAbsent(z.enum(trends, say('invalid'))),
  /** By name, by price from the highest, or by how much it changed either way. */
  sort: emptyAsAbsent(z.enum(rateSorts, say('invalid'))),
  ...pageQueryFields,
});
export type RatesQuery = z.infer<typeof ratesQuerySchema>;

/** One day of a rate's history. */
export const ratePointSchema = z.object({
  date: z.string(),
  minPrice: z.number(),
  maxPrice: z.number(),
  modalPrice: z.number(),
});
export type RatePoint = z.infer<typeof ratePointSchema>;

/**
 * What a mandi offers somebody at another place. Kilometres are estimated by road between district centres, null where one
 * is not known; `transport` and `net` are rupees per quintal.
 */
export const offerSchema = z.object({
  rate: rateSchema,
  distanceKm: z.nullable(z.number()),
  /** distanceKm × what a quintal-kilometre costs. */
  transport: z.nullable(z.number()),
  /** modalPrice − transport. */
  net: z.nullable(z.number()),
});
export type Offer = z.infer<typeof offerSchema>;

export const offerSorts = ['net', 'price', 'distance'] as const;
export type OfferSort = (typeof offerSorts)[number];

const transportCost = z.pipe(
  z.transform(Number),
  z
    .number(say('transportInvalid'))
    .check(z.gte(0, say('transportInvalid')), z.lte(100, say('transportInvalid'))),
);

export const offersQuerySchema = z.object({
  commodity: requiredText('commodityRequired'),
  state: requiredText('stateRequired').check(z.refine(isState, say('stateInvalid'))),
  district: requiredText('districtRequired'),
  sort: emptyAsAbsent(z.enum(offerSorts, say('invalid'))),
  /** Rupees per quintal and kilometre. */
  transportCost: emptyAsAbsent(transportCost),
  ...pageQueryFields,
});
export type OffersQuery = z.infer<typeof offersQuerySchema>;

export const rateParamsSchema = z.object({ rateId: rateIdSchema });

export const rateEndpoints = {
  'GET /api/v1/market/rates': { query: ratesQuerySchema, response: pagedEnvelope(rateSchema) },
  'GET /api/v1/market/rates/:rateId': { params: rateParamsSchema, response: envelope(rateSchema) },
  /** Oldest first; up to so many days back from the rate's last arrival. */
  'GET /api/v1/market/rates/:rateId/history': {
    params: rateParamsSchema,
    query: z.object({ days: emptyAsAbsent(z.enum(historyDays, say('invalid'))) }),
    response: envelope(z.array(ratePointSchema)),
  },
  /** All commodities there are rates of, and the catalogue's. */
  'GET /api/v1/market/commodities': {
    response: envelope(z.array(z.object({ commodity: z.string(), crop: z.nullable(z.string()) }))),
  },
  /** The mandis of a state. */
  'GET /api/v1/market/markets': {
    query: z.object({ state: requiredText('stateRequired').check(z.refine(isState, say('stateInvalid'))) }),
    response: envelope(z.array(z.object({ market: z.string(), district: z.string() }))),
  },
  /** The mandis that trade a commodity, for somebody at a place: where to sell. */
  'GET /api/v1/market/offers': { query: offersQuerySchema, response: pagedEnvelope(offerSchema) },
  /** What a post of this crop at this place would show; null where no mandi near enough reports it. */
  'GET /api/v1/market/price': {
    query: z.object({
      cropType: requiredText('cropTypeRequired'),
      state: requiredText('stateRequired').check(z.refine(isState, say('stateInvalid'))),
      district: requiredText('districtRequired'),
      variety: emptyAsAbsent(anyName),
    }),
    response: envelope(z.nullable(marketPriceSchema)),
  },
} as const;
