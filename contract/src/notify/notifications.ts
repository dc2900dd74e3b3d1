import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { sides } from '../deals/offer-machine.ts';
import { say } from '../field-messages.ts';
import { idSchema, pageQueryFields } from '../fields.ts';
import { alertTypes, weightUnits } from '../mandi/alerts.ts';
import { rateIdSchema } from '../mandi/market-prices.ts';
import { caseKinds } from '../moderation/case-kinds.ts';
import { decisionActions, decisionReasons } from '../moderation/decisions.ts';
import type { Language } from '../texts.ts';
import { priceUnits, quantityUnits } from '../trade/units.ts';
import { savedQuerySchema } from '../trade/saved-searches.ts';

/** Prices are rupees per `unit`. */
export const priceAlertDataSchema = z.object({
  alertId: idSchema,
  rateId: rateIdSchema,
  commodity: z.string(),
  crop: z.nullable(z.string()),
  market: z.string(),
  district: z.string(),
  state: z.string(),
  type: z.enum(alertTypes),
  targetPrice: z.number(),
  price: z.number(),
  unit: z.enum(weightUnits),
  arrivalDate: z.string(),
  isSample: z.boolean(),
});
export type PriceAlertData = z.infer<typeof priceAlertDataSchema>;

/**
 * Under the user's post or, with `isAnswer`, the seller's reply where the user commented. `title` is the
 * post's at that time.
 */
export const commentDataSchema = z.object({
  postId: idSchema,
  commentId: idSchema,
  title: z.string(),
  isAnswer: z.boolean(),
  /** The commenter, and the start of the comment; null when unavailable. */
  name: z.nullable(z.string()),
  text: z.nullable(z.string()),
});
export type CommentData = z.infer<typeof commentDataSchema>;

/** `count` people, at most 100. `name` is the latest one; null when unavailable. */
const groupFields = { count: z.number(), name: z.nullable(z.string()), username: z.nullable(z.string()) };

/** Since the previous notification was read. */
export const likeDataSchema = z.object({ postId: idSchema, title: z.string(), ...groupFields });
export type LikeData = z.infer<typeof likeDataSchema>;

/** `owner` is the user. */
export const followDataSchema = z.object({ owner: z.string(), ...groupFields });
export type FollowData = z.infer<typeof followDataSchema>;

export const reviewDataSchema = z.object({
  reviewId: idSchema,
  name: z.nullable(z.string()),
  rating: z.nullable(z.number()),
});
export type ReviewData = z.infer<typeof reviewDataSchema>;

/** `count` new posts, at most 100. `query` is the search's at that time. */
export const savedSearchDataSchema = z.object({
  searchId: idSchema,
  query: savedQuerySchema,
  count: z.number(),
});
export type SavedSearchData = z.infer<typeof savedSearchDataSchema>;
/** `count` merchants, at most 100, want what the user grows. `wantedId` and `cropType` are of the latest. */
export const wantedDataSchema = z.object({
  wantedId: idSchema,
  cropType: z.string(),
  /** Different crops. */
  crops: z.number(),
  ...groupFields,
});
export type WantedData = z.infer<typeof wantedDataSchema>;

/** `count` new posts, at most 100, match the user's wanted post. `postId` is the latest. */
export const wantedMatchDataSchema = z.object({
  wantedId: idSchema,
  cropType: z.string(),
  postId: idSchema,
  title: z.string(),
  count: z.number(),
});
export type WantedMatchData = z.infer<typeof wantedMatchDataSchema>;

/** 'soldOut' notifies the buyers of open offers for a post of which nothing is left. */
export const offerEvents = [
  'made',
  'countered',
  'accepted',
  'declined',
  'withdrawn',
  'expiring',
  'soldOut',
] as const;

/** `name` is the other side's, null when unavailable; the terms are those of the last round at that time. */
export const offerDataSchema = z.object({
  offerId: idSchema,
  event: z.enum(offerEvents),
  userId: idSchema,
  name: z.nullable(z.string()),
  title: z.string(),
  quantity: z.number(),
  unit: z.enum(quantityUnits),
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  dealId: z.nullable(idSchema),
});
export type OfferData = z.infer<typeof offerDataSchema>;

/**
 * 'due' reminds of the user's own confirmation; 'cancel' means that the other side wants to cancel, 'lapsed' that neither
 * side confirmed anything in time. 'pickup' reminds both of it on the day before.
 */
export const dealNewsEvents = [
  'delivered',
  'paid',
  'completed',
  'cancel',
  'cancelled',
  'lapsed',
  'due',
  'pickup',
] as const;

export const dealDataSchema = z.object({
  dealId: idSchema,
  number: z.string(),
  event: z.enum(dealNewsEvents),
  /** The other side, which says that it happened, and its name. */
  by: z.enum(sides),
  name: z.nullable(z.string()),
  title: z.string(),
  /** The pickup date of the deal's terms. */
  pickupDate: z.optional(z.nullable(z.string())),
});
export type DealData = z.infer<typeof dealDataSchema>;

/** The user's own, in the settings. */
export const upiDataSchema = z.object({ change: z.enum(['added', 'changed', 'removed']) });
export type UpiData = z.infer<typeof upiDataSchema>;

/** 'recovery' means that a recovery code was used. */
export const secondFactorDataSchema = z.object({ change: z.enum(['on', 'off', 'recovery']) });
export type SecondFactorData = z.infer<typeof secondFactorDataSchema>;
/**
 * 'upheld': another moderator dismissed the appeal. `title` is the post's or deal's, or the text of the message or comment; '' for
 * the account itself.
 */
export const moderationDecisionDataSchema = z.object({
  decisionId: idSchema,
  event: z.enum(['made', 'undone', 'upheld']),
  action: z.enum(decisionActions),
  reason: z.enum(decisionReasons),
  text: z.string(),
  /** When a restriction ends. */
  until: z.nullable(z.string()),
  kind: z.enum(caseKinds),
  title: z.string(),
});
export type ModerationDecisionData = z.infer<typeof moderationDecisionDataSchema>;

const notificationFields = { _id: idSchema, isRead: z.boolean(), createdAt: z.string() };

export const notificationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('price-alert'), data: priceAlertDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('comment'), data: commentDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('like'), data: likeDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('follow'), data: followDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('review'), data: reviewDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('saved-search'), data: savedSearchDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('wanted'), data: wantedDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('wanted-match'), data: wantedMatchDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('offer'), data: offerDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('deal'), data: dealDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('upi'), data: upiDataSchema, ...notificationFields }),
  z.object({ kind: z.literal('second-factor'), data: secondFactorDataSchema, ...notificationFields }),
  z.object({
    kind: z.literal('moderation-decision'),
    data: moderationDecisionDataSchema,
    ...notificationFields,
  }),
]);
export type Notification = z.infer<typeof notificationSchema>;

type ContentOf<N> = N extends { kind: infer Kind; data: infer Data } ? { kind: Kind; data: Data } : never;
export type NotificationContent = ContentOf<Notification>;
export type NotificationContents = readonly [NotificationContent, ...NotificationContent[]];

/** Email only goes to a verified address, except about the UPI id and the second factor. */
export const notificationSettingsSchema = z.object({
  byEmail: z.boolean(),
  isEmailVerified: z.boolean(),
  /** VAPID, base64url. */
  pushKey: z.string(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** The result of `PushSubscription.toJSON()`. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url(say('invalid')).check(z.maxLength(1000, say('tooLong'))),
  keys: z.object({
    p256dh: z.string(say('invalid')).check(z.regex(/^[\w-]{80,100}={0,2}$/, say('invalid'))),
    auth: z.string(say('invalid')).check(z.regex(/^[\w-]{22,30}={0,2}$/, say('invalid'))),
  }),
});
export type PushSubscriptionForm = z.infer<typeof pushSubscriptionSchema>;

interface PushText {
  title: string;
  body: string;
}

/** An account without a language gets both texts, and the browser chooses. */
export interface PushPayload {
  /** The only text is in this language. It stands in `en`, because workers of the release before read that. */
  lang?: Language;
  en: PushText;
  hi?: PushText;
  /** The path to open on click. */
  url: string;
}

export const notificationEndpoints = {
  /** Latest first. */
  'GET /api/v1/notifications': {
    query: z.object(pageQueryFields),
    response: pagedEnvelope(notificationSchema),
  },
  'GET /api/v1/notifications/unread': { response: envelope(z.object({ count: z.number() })) },
  /** This one and earlier ones. */
  'PUT /api/v1/notifications/:notificationId/read': {
    params: z.object({ notificationId: idSchema }),
    response: envelope(z.object({ count: z.number() })),
  },
  'GET /api/v1/notifications/settings': { response: envelope(notificationSettingsSchema) },
  'PATCH /api/v1/notifications/settings': {
    body: z.object({ byEmail: z.boolean(say('invalid')) }),
    response: envelope(notificationSettingsSchema),
  },
  /** Ends with the session that created it. */
  'POST /api/v1/notifications/push': {
    body: pushSubscriptionSchema,
    response: envelope(z.null()),
    limits: [{ name: 'push-writes', points: 60, minutes: 60, by: 'member' }],
  },
  'DELETE /api/v1/notifications/push': {
    body: z.pick(pushSubscriptionSchema, { endpoint: true }),
    response: envelope(z.null()),
  },
} as const;
