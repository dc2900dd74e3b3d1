import * as z from 'zod/mini';
import { districtIsOfState } from '../addresses.ts';
import { priceAboveZero, quantitySchema } from '../amounts.ts';
import { categories } from '../crops.ts';
import { isWithinDays } from '../days.ts';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { choice, emptyAsAbsent, idSchema, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { marketPriceSchema } from '../mandi/market-prices.ts';
import { isState } from '../places.ts';
import { isSearch, searchBursts, type CallLimit } from '../rate-limits.ts';
import { priceUnits, quantityUnits } from './units.ts';
import { feedQuerySchema } from './feed.ts';
import { authorSchema } from './posts.ts';

const fields = {
  /** A crop's name, in the catalogue or not. */
  cropType: requiredText('cropRequired'),
  quantity: quantitySchema,
  unit: choice(quantityUnits, 'unitRequired', 'unitRequired'),
  maxPrice: priceAboveZero('maxPriceRequired'),
  state: requiredText('stateRequired').check(z.refine(isState, say('stateInvalid'))),
  district: requiredText('districtRequired'),
  /** The last day of the wanted post, in India. */
  endDate: z.iso
    .date({ error: ({ input }) => (input ? say('endDateInvalid') : say('endDateRequired')) })
    .check(z.refine((date) => isWithinDays(date, limits.wanted.days), say('endDateInvalid'))),
};
const priceUnit = z.enum(priceUnits, say('priceUnitInvalid'));
const note = optionalText(limits.wanted.note);

/** The server stores one wanted post when a merchant repeats a `clientId`. `maxPrice` is rupees per `priceUnit`. */
export const wantedFormSchema = z
  .object({
    ...fields,
    priceUnit: z._default(priceUnit, 'per kg'),
    note,
    clientId: z.optional(idSchema),
  })
  .check(districtIsOfState);
export type WantedForm = z.infer<typeof wantedFormSchema>;

/** Fields that are left out stay as they are. A district is sent together with its state. */
export const wantedEditSchema = z.extend(z.partial(z.object(fields)), {
  priceUnit: z.optional(priceUnit),
  note: z.optional(note.def.innerType),
  isOpen: z.optional(z.boolean(say('invalid'))),
});
export type WantedEdit = z.infer<typeof wantedEditSchema>;

export const wantedSchema = z.object({
  _id: idSchema,
  cropType: z.string(),
  /** Null when the crop is not in the catalogue. */
  category: z.nullable(z.enum(categories)),
  quantity: z.number(),
  unit: z.enum(quantityUnits),
  maxPrice: z.number(),
  priceUnit: z.enum(priceUnits),
  location: z.object({ state: z.string(), district: z.string() }),
  endDate: z.string(),
  note: z.string(),
  /** False when the author closed it. */
  isOpen: z.boolean(),
  /** True when the end date has passed. */
  isEnded: z.boolean(),
  createdAt: z.string(),
  /** Kilometres from `near`, or from the viewer's district; null when a district is unknown. */
  distanceKm: z.nullable(z.number()),
  author: authorSchema,
  /** Null when mandis do not trade the crop, or when none nearby reports it. */
  marketPrice: z.nullable(marketPriceSchema),
});
export type Wanted = z.infer<typeof wantedSchema>;

export const wantedSorts = ['latest', 'nearest', 'price-high'] as const;
export type WantedSort = (typeof wantedSorts)[number];

/**
 * `near` is the viewer's own district by default, as in the feed. Words of `q` are looked for in the crop and the note.
 */
export const wantedQuerySchema = z.extend(
  z.pick(feedQuerySchema, {
    category: true,
    cropType: true,
    state: true,
    district: true,
    priceRange: true,
    q: true,
    verbatim: true,
    near: true,
    within: true,
    following: true,
    cursor: true,
    limit: true,
  }),
  {
    sort: emptyAsAbsent(z.enum(wantedSorts, say('invalid'))),
    /** When true, only the viewer's own wanted posts are listed, also closed and ended ones. */
    mine: emptyAsAbsent(z.enum(['true', 'false'], say('invalid'))),
  },
);
export type WantedQuery = z.infer<typeof wantedQuerySchema>;

export const wantedParamsSchema = z.object({ wantedId: idSchema });
const wantedResponse = envelope(wantedSchema);

const writes = { name: 'wanted-writes', points: 60, minutes: 60, by: 'member' } as const;
const change = { params: wantedParamsSchema, limits: [writes] };
const searches: CallLimit = {
  name: 'wanted-searches',
  points: 120,
  minutes: 1,
  by: 'member',
  isCounted: isSearch,
};

export const wantedEndpoints = {
  /** Only their author gets closed and ended wanted posts. */
  'GET /api/v1/wanted': {
    query: wantedQuerySchema,
    response: pagedEnvelope(wantedSchema),
    limits: [searches, searchBursts],
  },
  'GET /api/v1/wanted/:wantedId': { params: wantedParamsSchema, response: wantedResponse },
  'POST /api/v1/wanted': {
    whenRestricted: 'closed',
    body: wantedFormSchema,
    response: wantedResponse,
    limits: [writes],
  },
  'PATCH /api/v1/wanted/:wantedId': {
    whenRestricted: 'closed',
    ...change,
    body: wantedEditSchema,
    response: wantedResponse,
  },
  'DELETE /api/v1/wanted/:wantedId': { whenRestricted: 'open', ...change, response: envelope(z.null()) },
} as const;
