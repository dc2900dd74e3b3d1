import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { idSchema, pageQueryFields } from '../fields.ts';
import { marketPriceSchema } from '../mandi/market-prices.ts';
import { priceUnits } from '../trade/units.ts';
import { dealSchema } from './deals.ts';
import { offerSchema } from './offers.ts';

const countsSchema = z.object({
  views: z.number(),
  likes: z.number(),
  saves: z.number(),
  chats: z.number(),
  offers: z.number(),
});
export type PostCounts = z.infer<typeof countsSchema>;

/**
 * The viewer's own post, and how many people did what with it, without their names. Days are India's. A viewer counts
 * once a day, and a chat on the day of its first message about the post.
 */
export const postFiguresSchema = z.object({
  _id: idSchema,
  title: z.string(),
  image: z.nullable(z.string()),
  photos: z.number(),
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  variety: z.string(),
  harvestDate: z.nullable(z.string()),
  isAvailable: z.boolean(),
  isHidden: z.boolean(),
  marketPrice: z.nullable(marketPriceSchema),
  /** The counts of the last 7 days. `month` has those of the last 30. */
  week: countsSchema,
  month: countsSchema,
  /** Views on each of the last 30 days, today last. */
  viewsByDay: z.array(z.number()),
  /** Views since the post was created. */
  allViews: z.number(),
  /** Open offers that wait for the seller's response. */
  waitingOffers: z.number(),
});
export type PostFigures = z.infer<typeof postFiguresSchema>;

/** The rupees that the viewer has confirmed to have paid for a crop in a month in India, such as '2026-11'. */
export const spentSchema = z.object({
  month: z.string(),
  cropType: z.string(),
  deals: z.number(),
  total: z.number(),
});
export type Spent = z.infer<typeof spentSchema>;

export const overviewEndpoints = {
  /** Lists the viewer's own posts, latest first. */
  'GET /api/v1/users/post-figures': {
    query: z.object(pageQueryFields),
    response: pagedEnvelope(postFiguresSchema),
  },
  /** Lists what the viewer buys, latest first: at most 20 open offers and 50 deals, and what was spent in 12 months. */
  'GET /api/v1/users/purchases': {
    response: envelope(
      z.object({
        offers: z.array(offerSchema),
        /** Deals that the viewer has not paid or not collected. */
        deals: z.array(dealSchema),
        spent: z.array(spentSchema),
      }),
    ),
  },
} as const;
