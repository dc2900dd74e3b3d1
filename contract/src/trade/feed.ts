import * as z from 'zod/mini';
import { categories } from '../crops.ts';
import { pagedEnvelope, pageSchema } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent, pageQueryFields, requiredText, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';
import { usernameParamsSchema } from '../people/profiles.ts';
import { findDistrict, isState } from '../places.ts';
import { isSearch, searchBursts, type CallLimit } from '../rate-limits.ts';
import { listedPostSchema } from './posts.ts';
import { understoodSchema } from './search.ts';

export const priceRanges = ['0-50', '50-100', '100-200', '200+'] as const;
export type PriceRange = (typeof priceRanges)[number];
export const availabilities = ['all', 'available', 'sold-out'] as const;
export type Availability = (typeof availabilities)[number];
export const sorts = ['latest', 'nearest', 'price-low', 'price-high', 'popular'] as const;
export type Sort = (typeof sorts)[number];

const anyText = requiredText('invalid', limits.search.max);

/**
 * `priceRange` and the price sorts compare rupees per kilogram when the unit is a weight, else the stated
 * price. `near` is the viewer's own district by default. `cursor` is `page.nextCursor` of the previous page.
 */
export const feedQuerySchema = z.object({
  category: emptyAsAbsent(z.enum(categories, say('categoryInvalid'))),
  cropType: emptyAsAbsent(anyText),
  state: emptyAsAbsent(anyText.check(z.refine(isState, say('stateInvalid')))),
  district: emptyAsAbsent(anyText),
  availability: emptyAsAbsent(z.enum(availabilities, say('invalid'))),
  organic: emptyAsAbsent(z.enum(['true', 'false'], say('invalid'))),
  priceRange: emptyAsAbsent(z.enum(priceRanges, say('invalid'))),
  sort: emptyAsAbsent(z.enum(sorts, say('invalid'))),
  /** Words of a crop, a place, a person or the post. */
  q: emptyAsAbsent(anyText),
  /** When true, the search takes the words of `q` as typed and does not look for similar ones. */
  verbatim: emptyAsAbsent(z.enum(['true', 'false'], say('invalid'))),
  /** A district: 'Ludhiana, Punjab', or 'Ludhiana' when only one state has it. */
  near: emptyAsAbsent(
    anyText.check(z.refine((text) => findDistrict(text) !== undefined, say('districtInvalid'))),
  ),
  /** Kilometres by road between the centres of the districts, estimated. */
  within: emptyAsAbsent(wholeNumber(1).check(z.lte(limits.search.withinKm, say('invalid')))),
  /** When true, only posts of people that the viewer follows are listed. */
  following: emptyAsAbsent(z.enum(['true', 'false'], say('invalid'))),
  ...pageQueryFields,
});
export type FeedQuery = z.infer<typeof feedQuerySchema>;

/**
 * `available` counts the posts of `total` that are not sold out. Sold-out posts come last in every sort. `understood`
 * is absent without `q`.
 */
const page = z.extend(pagedEnvelope(listedPostSchema), {
  page: z.extend(pageSchema, {
    available: pageSchema.shape.total,
    understood: z.optional(understoodSchema),
  }),
});

export const searches: CallLimit = {
  name: 'searches',
  points: 120,
  minutes: 1,
  by: 'member',
  isCounted: isSearch,
};

const list = { query: feedQuerySchema, response: page, limits: [searches, searchBursts] };

export const feedEndpoints = {
  'GET /api/v1/post/feed': list,
  'GET /api/v1/post/current-posts': list,
  'GET /api/v1/post/user-posts/:username': { ...list, params: usernameParamsSchema },
  /** Old clients still call this endpoint and read only `data`. */
  'GET /api/posts': list,
} as const;
