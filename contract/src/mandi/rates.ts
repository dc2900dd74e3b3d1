import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent, languageSchema, numberOfText, pageQueryFields, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { isState } from '../places.ts';
import { searchBursts } from '../rate-limits.ts';
import { agreedPriceSchema, marketPriceSchema, rateIdSchema } from './market-prices.ts';

export const trends = ['up', 'down', 'stable'] as const;
export type Trend = (typeof trends)[number];
export const rateSorts = ['name', 'price', 'change'] as const;
export type RateSort = (typeof rateSorts)[number];
export const historyDays = ['7', '30', '365'] as const;
export type HistoryDays = (typeof historyDays)[number];

/** Weights are stored per quintal, and counts per piece. Lists and alerts have the rates per quintal only. */
export const rateUnits = ['quintal', 'piece', 'bunch', 'box', 'bag', 'liter'] as const;
export type RateUnit = (typeof rateUnits)[number];

/**
 * A mandi's latest report for one commodity, variety and grade, from AGMARKNET. Prices are rupees per `unit`, and a
 * quintal is 100 kg. Dates are YYYY-MM-DD. The `_id` stays the same from day to day.
 */
export const rateSchema = z.object({
  _id: rateIdSchema,
  commodity: z.string(),
  /** Null when the commodity is not in the crop catalogue. */
  crop: z.nullable(z.string()),
  variety: z.string(),
  grade: z.string(),
  unit: z.enum(rateUnits),
  minPrice: z.number(),
  maxPrice: z.number(),
  modalPrice: z.number(),
  /** The change of the modal price in rupees since the previous arrival; 0 on the first one. */
  change: z.number(),
  trend: z.enum(trends),
  arrivalDate: z.string(),
  /** The date of the arrival that `change` compares with. */
  previousDate: z.nullable(z.string()),
  market: z.string(),
  district: z.string(),
  state: z.string(),
  /** True for data that was made up because no source delivers any. */
  isSample: z.boolean(),
  /** The latest modal prices, oldest first. Only lists of rates have them. */
  recent: z.optional(z.array(z.number())),
});
export type Rate = z.infer<typeof rateSchema>;

/**
 * `agreed` is the latest agreed price in the mandi's district, at most 8 weeks old. `isDoubtful` is true if all reports are
 * far from the level of the commodity; else the rate is the latest plausible one.
 */
export const detailedRateSchema = z.extend(rateSchema, {
  agreed: z.nullable(agreedPriceSchema),
  isDoubtful: z.optional(z.boolean()),
});
export type DetailedRate = z.infer<typeof detailedRateSchema>;

/** `scope` says how far the search had to go, because not every district reports. */
export const ratesOfPlaceSchema = z.object({
  /** The date of the latest arrival; null without rates. */
  lastUpdated: z.nullable(z.string()),
  /** A district, a state, or 'India'. */
  location: z.string(),
  scope: z.enum(['district', 'state', 'country']),
  isSample: z.boolean(),
  rates: z.array(rateSchema),
  page: z.object({ nextCursor: z.nullable(z.string()), total: z.union([z.number(), z.literal('10,000+')]) }),
});
export type RatesOfPlace = z.infer<typeof ratesOfPlaceSchema>;

/** Counts what reads the name of a crop, also while a person types it. */
export const cropSearches = { name: 'crop-searches', points: 300, minutes: 1, by: 'member' } as const;

const anyName = requiredText('invalid', limits.shortText.max);
const state = emptyAsAbsent(anyName.check(z.refine(isState, say('stateInvalid'))));

/** The language by which names are sorted; English by default. */
export const langSchema = emptyAsAbsent(languageSchema);

export const ratesQuerySchema = z.object({
  state,
  district: emptyAsAbsent(anyName),
  market: emptyAsAbsent(anyName),
  /** An AGMARKNET name, or a crop, which stands for all its AGMARKNET names. */
  commodity: emptyAsAbsent(anyName),
  trend: emptyAsAbsent(z.enum(trends, say('invalid'))),
  /** Rates are sorted by name, by highest price, or by the size of the change. */
  sort: emptyAsAbsent(z.enum(rateSorts, say('invalid'))),
  lang: langSchema,
  ...pageQueryFields,
});
export type RatesQuery = z.infer<typeof ratesQuerySchema>;

export const ratePointSchema = z.object({
  date: z.string(),
  minPrice: z.number(),
  maxPrice: z.number(),
  modalPrice: z.number(),
  /** The price is far from the level of the commodity, and not compared with anything. */
  isDoubtful: z.optional(z.boolean()),
});
export type RatePoint = z.infer<typeof ratePointSchema>;

/**
 * What a seller from another place gets at a mandi. Kilometres are by road, estimated between district centres.
 * `transport` and `net` are rupees per quintal.
 */
export const offerSchema = z.object({
  rate: rateSchema,
  distanceKm: z.nullable(z.number()),
  /** The distance in kilometres times the cost per quintal and kilometre. */
  transport: z.nullable(z.number()),
  /** The modal price minus `transport`. */
  net: z.nullable(z.number()),
});
export type Offer = z.infer<typeof offerSchema>;

export const offerSorts = ['net', 'price', 'distance'] as const;
export type OfferSort = (typeof offerSorts)[number];

const transportCost = z.pipe(
  numberOfText,
  z
    .number(say('transportInvalid'))
    .check(z.gte(0, say('transportInvalid')), z.lte(limits.transport.max, say('transportInvalid'))),
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
  'GET /api/v1/market/rates/:rateId': { params: rateParamsSchema, response: envelope(detailedRateSchema) },
  'GET /api/v1/market/rates/:rateId/history': {
    params: rateParamsSchema,
    query: z.object({ days: emptyAsAbsent(z.enum(historyDays, say('invalid'))) }),
    response: envelope(z.array(ratePointSchema)),
  },
  /** Lists the commodities that have rates and those of the crop catalogue. */
  'GET /api/v1/market/commodities': {
    response: envelope(z.array(z.object({ commodity: z.string(), crop: z.nullable(z.string()) }))),
  },
  'GET /api/v1/market/markets': {
    query: z.object({ state: requiredText('stateRequired').check(z.refine(isState, say('stateInvalid'))) }),
    response: envelope(z.array(z.object({ market: z.string(), district: z.string() }))),
  },
  /** Compares mandis for a seller's place. */
  'GET /api/v1/market/offers': { query: offersQuerySchema, response: pagedEnvelope(offerSchema) },
  /** Returns the price that a post would show; null when no mandi nearby reports the crop. */
  'GET /api/v1/market/price': {
    query: z.object({
      cropType: requiredText('cropTypeRequired'),
      state: requiredText('stateRequired').check(z.refine(isState, say('stateInvalid'))),
      district: requiredText('districtRequired'),
      variety: emptyAsAbsent(anyName),
    }),
    response: envelope(z.nullable(marketPriceSchema)),
    limits: [cropSearches, searchBursts],
  },
} as const;
