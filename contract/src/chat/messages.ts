import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { say } from '../field-messages.ts';
import {
  emptyAsAbsent,
  idSchema,
  optionalText,
  pageQueryFields,
  requiredText,
  wholeNumber,
} from '../fields.ts';
import {
  conversationPartSchema,
  lastMessagePartSchema,
  messagePartSchema,
  waitingSchema,
} from '../deals/chat-parts.ts';
import { limits } from '../limits.ts';
import { cautionFields, verifiedForSchema } from '../people/checks.ts';
import { userTypeSchema } from '../people/credentials.ts';
import { priceUnits } from '../trade/units.ts';
import { imageInfoSchema } from '../trade/posts.ts';
import { wantedSchema } from '../trade/wanted.ts';

const postCardSchema = z.object({
  _id: idSchema,
  authorId: idSchema,
  title: z.string(),
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  image: z.nullable(z.string()),
  isAvailable: z.boolean(),
});

const wantedCardSchema = z.pick(wantedSchema, {
  _id: true,
  cropType: true,
  quantity: true,
  unit: true,
  maxPrice: true,
  priceUnit: true,
  isOpen: true,
  isEnded: true,
});

/** `number` counts from 1 within the conversation. The server stores one message when a sender repeats a `clientId`. */
export const messageSchema = z.object({
  _id: idSchema,
  clientId: idSchema,
  senderId: idSchema,
  receiverId: idSchema,
  number: z.number(),
  text: z.string(),
  images: z.array(z.string()),
  imageInfo: z.array(imageInfoSchema),
  /** The post is null when the message has none, or when it is deleted or hidden from this reader. */
  post: z.nullable(postCardSchema),
  /** The wanted post is null in the same cases as the post. */
  wanted: z.nullable(wantedCardSchema),
  ...messagePartSchema.shape,
  createdAt: z.string(),
  isRead: z.boolean(),
});
export type Message = z.infer<typeof messageSchema>;
export type MessagePart = z.infer<typeof messagePartSchema>;
export type LastMessagePart = z.infer<typeof lastMessagePartSchema>;
export type ConversationPart = z.infer<typeof conversationPartSchema>;
export type Waiting = z.infer<typeof waitingSchema>;

/** A deleted account is named 'Deleted account' and cannot get messages. */
export const chatUserSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  avatar: z.nullable(z.string()),
  userType: userTypeSchema,
  isVerified: z.boolean(),
  verifiedFor: verifiedForSchema,
  ...cautionFields,
  isOnline: z.boolean(),
  lastSeen: z.nullable(z.string()),
  /** False when the account is deleted or suspended, or when one of the two blocked the other. */
  isReachable: z.boolean(),
  isBlocked: z.boolean(),
  lastMessage: z.nullable(
    z.object({
      text: z.string(),
      hasImages: z.boolean(),
      ...lastMessagePartSchema.shape,
      isOwn: z.boolean(),
      isRead: z.boolean(),
      createdAt: z.string(),
    }),
  ),
});
export type ChatUser = z.infer<typeof chatUserSchema>;

/** The counts of unseen messages by the sender's id. Senders without unseen messages are left out. */
const unseenSchema = z.record(z.string(), z.number());

const onePage = z.object({ nextCursor: z.nullable(z.string()) });
const succeeded = { statusCode: z.number(), success: z.literal(true) };
const partnerParams = z.object({ userId: requiredText('usernameRequired') });

const clientIdSchema = z.optional(z.uuid(say('invalid')));
const about = { postId: emptyAsAbsent(idSchema), wantedId: emptyAsAbsent(idSchema) };

export const messageFormSchema = z.object({
  text: requiredText('messageRequired', limits.message.max),
  clientId: clientIdSchema,
  ...about,
});
export type MessageForm = z.infer<typeof messageFormSchema>;

export const photoMessageFormSchema = z.object({
  text: optionalText(limits.message.max),
  clientId: clientIdSchema,
  ...about,
});

const sent = z.object({ ...succeeded, newMessage: messageSchema });

/**
 * Calls and sockets share these limits of a sender. Conversations in which the other person has replied have a higher
 * one.
 */
export const messageLimits = {
  toStrangers: { name: 'messages-to-strangers', points: 30, minutes: 1 },
  toPartners: { name: 'messages', points: 120, minutes: 1 },
};

export const chatEndpoints = {
  /** Lists conversations, latest first, then followed people without a conversation. `q` filters by name. */
  'GET /api/v1/messages/users': {
    query: z.object({ ...pageQueryFields, q: emptyAsAbsent(requiredText('invalid', limits.search.max)) }),
    response: z.object({
      ...succeeded,
      users: z.array(chatUserSchema),
      unseenMessages: unseenSchema,
      page: onePage,
    }),
  },
  'GET /api/v1/messages/unseen': {
    response: z.object({
      ...succeeded,
      unseenMessages: unseenSchema,
      waiting: waitingSchema,
    }),
  },
  /**
   * Lists messages, oldest first; `cursor` goes back in time. With `after`, clients catch up on the messages after that
   * number, and `nextCursor` is the number to continue from. A page without either also marks its messages and those
   * before as seen, for clients that do not call `messages/mark`; `markSeen=false` prevents it.
   */
  'GET /api/v1/messages/:userId': {
    params: partnerParams,
    query: z.object({
      ...pageQueryFields,
      after: emptyAsAbsent(wholeNumber(0)),
      markSeen: emptyAsAbsent(z.enum(['true', 'false'], say('invalid'))),
    }),
    response: z.object({
      ...succeeded,
      user: chatUserSchema,
      messages: z.array(messageSchema),
      ...conversationPartSchema.shape,
      page: onePage,
    }),
  },
  'POST /api/v1/messages/send/:userId': {
    whenRestricted: 'closed',
    params: partnerParams,
    body: messageFormSchema,
    response: sent,
  },
  'POST /api/v1/messages/send-pictures/:userId': {
    whenRestricted: 'closed',
    params: partnerParams,
    body: photoMessageFormSchema,
    files: { images: limits.image.perPost },
    response: sent,
    limits: [{ name: 'message-photos', points: 120, minutes: 60, by: 'member' }],
  },
  /** Marks this message and the earlier ones of its conversation as seen. `unseen` counts the rest from that sender. */
  'PUT /api/v1/messages/mark/:messageId': {
    whenRestricted: 'open',
    params: z.object({ messageId: idSchema }),
    response: z.object({ ...succeeded, unseen: z.number() }),
  },
} as const;

export const socketMessageFormSchema = z.extend(messageFormSchema, {
  userId: requiredText('usernameRequired'),
});
export interface SocketMessageForm {
  userId: string;
  text: string;
  clientId?: string;
  postId?: string;
  wantedId?: string;
}

export type SendResult =
  | { newMessage: Message }
  | { code: ErrorCode; message: string; retryAfterSeconds?: number | undefined };

export const typingSchema = z.object({ userId: idSchema, isTyping: z.boolean() });
