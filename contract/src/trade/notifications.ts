import * as z from 'zod/mini';
import { idSchema } from '../fields.ts';
import { groupFields, type DataOf, type TargetsOf } from '../notify/notifications.ts';
import { savedQuerySchema } from './saved-searches.ts';

export const tradeNotifications = () => ({
  /** New likes of a post since the previous notification was read. */
  like: z.object({ postId: idSchema, title: z.string(), ...groupFields }),
  /**
   * A comment on the user's post or, with `isAnswer`, the seller's reply on a post where the user commented. `title` is
   * the title of the post at that time.
   */
  comment: z.object({
    postId: idSchema,
    commentId: idSchema,
    title: z.string(),
    isAnswer: z.boolean(),
    /** The commenter, and the start of the comment; null when unavailable. */
    name: z.nullable(z.string()),
    text: z.nullable(z.string()),
  }),
  /** `count` new posts, at most 100, match the search. `query` is the search's at that time. */
  'saved-search': z.object({ searchId: idSchema, query: savedQuerySchema, count: z.number() }),
  /** A group of merchants wants what the user grows. `wantedId` and `cropType` are of the latest wanted post. */
  wanted: z.object({
    wantedId: idSchema,
    cropType: z.string(),
    /** The number of different crops. */
    crops: z.number(),
    ...groupFields,
  }),
  /** `count` new posts, at most 100, match the user's wanted post. `postId` is the latest. */
  'wanted-match': z.object({
    wantedId: idSchema,
    cropType: z.string(),
    postId: idSchema,
    title: z.string(),
    count: z.number(),
  }),
});

export type TradeNotifications = DataOf<ReturnType<typeof tradeNotifications>>;

export const tradeTargets = {
  like: ({ postId }) => ({ to: '/post/$postId', params: { postId } }),
  comment: ({ postId }) => ({ to: '/post/$postId', params: { postId }, hash: 'comments' }),
  'saved-search': ({ query }) => ({ to: '/Crops', search: query }),
  wanted({ count, crops, wantedId, cropType }) {
    if (count === 1 && crops === 1) return { to: '/wanted/$wantedId', params: { wantedId } };
    return { to: '/wanted', search: crops === 1 ? { cropType } : {} };
  },
  'wanted-match': ({ count, postId, cropType }) =>
    count === 1 ? { to: '/post/$postId', params: { postId } } : { to: '/Crops', search: { cropType } },
} satisfies TargetsOf<ReturnType<typeof tradeNotifications>>;
