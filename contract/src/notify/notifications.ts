import * as z from 'zod/mini';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { idSchema, pageQueryFields } from '../fields.ts';
import type { Language } from '../texts.ts';

/** What a notification shows, by its kind. Each domain declares its kinds in its own `notifications.ts`. */
export type KindSchemas = Readonly<Record<string, z.ZodMiniType<object>>>;

export type DataOf<Schemas extends KindSchemas> = { [Kind in keyof Schemas]: z.infer<Schemas[Kind]> };

/** A screen of the web app, as its router takes it. */
export interface Target {
  to: `/${string}`;
  params?: Readonly<Record<string, string>>;
  search?: Readonly<object>;
  hash?: string;
}

/** The screen that a notification opens, by its kind. */
export type TargetsOf<Schemas extends KindSchemas> = {
  [Kind in keyof Schemas]: (data: z.infer<Schemas[Kind]>) => Target;
};

/** A group is of `count` people, at most 100; the name is the latest person's, and null when unavailable. */
export const groupFields = {
  count: z.number(),
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
};

const notificationFields = { _id: idSchema, isRead: z.boolean(), createdAt: z.string() };

export type NotificationOf<Data> = {
  [Kind in keyof Data]: { kind: Kind; data: Data[Kind]; _id: string; isRead: boolean; createdAt: string };
}[keyof Data];

/** A notification of any of the kinds. */
export function notificationSchemaOf<Schemas extends KindSchemas>(
  schemas: Schemas,
): z.ZodMiniType<NotificationOf<DataOf<Schemas>>> {
  const [first, ...others] = Object.entries(schemas).map(([kind, data]) =>
    z.object({ kind: z.literal(kind), data, ...notificationFields }),
  );
  if (!first) throw new Error('No kind of notification is declared.');
  return z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodMiniType<
    NotificationOf<DataOf<Schemas>>
  >;
}

/** Emails only go to a verified address, except of kinds that are always sent. */
export const notificationSettingsSchema = z.object({
  byEmail: z.boolean(),
  isEmailVerified: z.boolean(),
  /** Accepted offers and problems of deals, when no browser gets pushes. */
  bySms: z.boolean(),
  /** Whether this server sends SMS messages and the account has a proved number. */
  canGetSms: z.boolean(),
  /** VAPID, base64url. */
  pushKey: z.string(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** What is left out stays as it is. */
export const notificationChoiceSchema = z.object({
  byEmail: z.optional(z.boolean(say('invalid'))),
  bySms: z.optional(z.boolean(say('invalid'))),
});
export type NotificationChoice = z.infer<typeof notificationChoiceSchema>;

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
  /**
   * Set when the payload has one text only. The field `en` then has that text, whatever its language, because service
   * workers of the previous release read `en`.
   */
  lang?: Language;
  en: PushText;
  hi?: PushText;
  /** The path to open on click. */
  url: string;
}

export function notificationEndpointsOf<Schema extends z.ZodMiniType>(notificationSchema: Schema) {
  return {
    /** Latest first. */
    'GET /api/v1/notifications': {
      query: z.object(pageQueryFields),
      response: pagedEnvelope(notificationSchema),
    },
    'GET /api/v1/notifications/unread': { response: envelope(z.object({ count: z.number() })) },
    /** Marks this notification and the earlier ones. */
    'PUT /api/v1/notifications/:notificationId/read': {
      whenRestricted: 'open',
      params: z.object({ notificationId: idSchema }),
      response: envelope(z.object({ count: z.number() })),
    },
    'GET /api/v1/notifications/settings': { response: envelope(notificationSettingsSchema) },
    'PATCH /api/v1/notifications/settings': {
      whenRestricted: 'open',
      body: notificationChoiceSchema,
      response: envelope(notificationSettingsSchema),
    },
    /** The subscription ends with the session that created it. */
    'POST /api/v1/notifications/push': {
      whenRestricted: 'open',
      body: pushSubscriptionSchema,
      response: envelope(z.null()),
      limits: [{ name: 'push-writes', points: 60, minutes: 60, by: 'member' }],
    },
    'DELETE /api/v1/notifications/push': {
      whenRestricted: 'open',
      body: z.pick(pushSubscriptionSchema, { endpoint: true }),
      response: envelope(z.null()),
    },
  } as const;
}
