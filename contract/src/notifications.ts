import * as z from 'zod/mini';
import { alertTypes, weightUnits } from './alerts.ts';
import { envelope, pagedEnvelope } from './envelope.ts';
import { idSchema, pageQueryFields } from './fields.ts';
import { rateIdSchema } from './market-prices.ts';
import { say } from './messages.ts';

/** A price that got beyond what its owner waits for. Prices are rupees per `unit`. */
export const priceNoticeSchema = z.object({
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
export type PriceNotice = z.infer<typeof priceNoticeSchema>;

/**
 * Somebody has asked or said something under a post of one's own; or, with `isAnswer`, the seller has under a post where
 * one did so before. `title` is the post's, as it was then.
 */
export const commentNoticeSchema = z.object({
  postId: idSchema,
  commentId: idSchema,
  title: z.string(),
  isAnswer: z.boolean(),
});
export type CommentNotice = z.infer<typeof commentNoticeSchema>;

const noticeFields = { _id: idSchema, isRead: z.boolean(), createdAt: z.string() };

export const notificationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('price-alert'), data: priceNoticeSchema, ...noticeFields }),
  z.object({ kind: z.literal('comment'), data: commentNoticeSchema, ...noticeFields }),
]);
export type Notification = z.infer<typeof notificationSchema>;

/** What somebody is told, of whichever kind. */
export type Notice = { kind: 'price-alert'; data: PriceNotice } | { kind: 'comment'; data: CommentNotice };
/** Those that are told together. */
export type Notices = readonly [Notice, ...Notice[]];

/** By which ways somebody is told besides the bell. Mail goes to a proved address alone. */
export const noticeSettingsSchema = z.object({
  byEmail: z.boolean(),
  isEmailVerified: z.boolean(),
  /** What a browser needs to let this server push: the VAPID key, base64url. */
  pushKey: z.string(),
});
export type NoticeSettings = z.infer<typeof noticeSettingsSchema>;

/** A browser's own name for where to push to, as `PushSubscription.toJSON()` gives it. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url(say('invalid')).check(z.maxLength(1000, say('tooLong'))),
  keys: z.object({
    p256dh: z.string(say('invalid')).check(z.regex(/^[\w-]{80,100}={0,2}$/, say('invalid'))),
    auth: z.string(say('invalid')).check(z.regex(/^[\w-]{20,30}={0,2}$/, say('invalid'))),
  }),
});
export type PushSubscriptionForm = z.infer<typeof pushSubscriptionSchema>;

/** What is pushed, as JSON. The browser chooses the language. */
export interface PushPayload {
  en: { title: string; body: string };
  hi: { title: string; body: string };
  /** Where a press on it leads, as a path on this site. */
  url: string;
}

export const notificationEndpoints = {
  /** Latest first. */
  'GET /api/v1/notifications': {
    query: z.object(pageQueryFields),
    response: pagedEnvelope(notificationSchema),
  },
  'GET /api/v1/notifications/unread': { response: envelope(z.object({ count: z.number() })) },
  /** Marks this one and all before it as read. */
  'PUT /api/v1/notifications/:notificationId/read': {
    params: z.object({ notificationId: idSchema }),
    response: envelope(z.object({ count: z.number() })),
  },
  'GET /api/v1/notifications/settings': { response: envelope(noticeSettingsSchema) },
  'PATCH /api/v1/notifications/settings': {
    body: z.object({ byEmail: z.boolean(say('invalid')) }),
    response: envelope(noticeSettingsSchema),
  },
  /** Lasts as long as the session it was made in. */
  'POST /api/v1/notifications/push': { body: pushSubscriptionSchema, response: envelope(z.null()) },
  'DELETE /api/v1/notifications/push': {
    body: z.pick(pushSubscriptionSchema, { endpoint: true }),
    response: envelope(z.null()),
  },
} as const;
