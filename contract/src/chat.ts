import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { userTypeSchema } from './credentials.ts';
import { priceUnits } from './crops.ts';
import { emptyAsAbsent, idSchema, optionalText, pageQueryFields, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { say } from './messages.ts';
import type { Notification } from './notifications.ts';
import { imageInfoSchema } from './posts.ts';

/** The post that a message is about, as much of it as its card shows. */
const postCardSchema = z.object({
  _id: idSchema,
  title: z.string(),
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  image: z.nullable(z.string()),
  isAvailable: z.boolean(),
});

/**
 * A message between two people. `number` counts their conversation from 1 in the order in which messages were
 * stored; `clientId` was made by the sender's client, and the same one from the same sender is the same message.
 */
export const messageSchema = z.object({
  _id: idSchema,
  clientId: idSchema,
  senderId: idSchema,
  receiverId: idSchema,
  number: z.number(),
  /** '' where there are pictures alone. */
  text: z.string(),
  images: z.array(z.string()),
  imageInfo: z.array(imageInfoSchema),
  /** null for none, or when the post has gone. */
  post: z.nullable(postCardSchema),
  createdAt: z.string(),
  isRead: z.boolean(),
});
export type Message = z.infer<typeof messageSchema>;

/** The other one of a conversation. Who has deleted their account is 'Deleted account' and takes no messages. */
export const chatUserSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  avatar: z.nullable(z.string()),
  userType: userTypeSchema,
  isVerified: z.boolean(),
  isOnline: z.boolean(),
  lastSeen: z.nullable(z.string()),
  /** Messages can be sent: the account is open and neither has blocked the other. */
  isReachable: z.boolean(),
  lastMessage: z.nullable(
    z.object({
      text: z.string(),
      hasImages: z.boolean(),
      isOwn: z.boolean(),
      isRead: z.boolean(),
      createdAt: z.string(),
    }),
  ),
});
export type ChatUser = z.infer<typeof chatUserSchema>;

/** Unseen messages by the id of their sender; who has sent none is not in it. */
const unseenSchema = z.record(z.string(), z.number());

const onePage = z.object({ nextCursor: z.nullable(z.string()) });
const succeeded = { statusCode: z.number(), success: z.literal(true) };
/** An id or a username. */
const partnerParams = z.object({ userId: requiredText('usernameRequired') });

const clientIdSchema = z.optional(z.uuid(say('invalid')));
const aboutPost = emptyAsAbsent(idSchema);

export const messageFormSchema = z.object({
  text: requiredText('messageRequired', limits.message.max),
  clientId: clientIdSchema,
  postId: aboutPost,
});
export type MessageForm = z.infer<typeof messageFormSchema>;

/** As multipart; the pictures travel beside it as `images`. */
export const pictureMessageFormSchema = z.object({
  text: optionalText(limits.message.max),
  clientId: clientIdSchema,
  postId: aboutPost,
});

const sent = z.object({ ...succeeded, newMessage: messageSchema });

export const chatEndpoints = {
  /** Latest conversation first, then people followed without one. `q` narrows by name. */
  'GET /api/v1/messages/users': {
    query: z.object({ ...pageQueryFields, q: emptyAsAbsent(requiredText('invalid', limits.search.max)) }),
    response: z.object({
      ...succeeded,
      users: z.array(chatUserSchema),
      unseenMessages: unseenSchema,
      page: onePage,
    }),
  },
  'GET /api/v1/messages/unseen': { response: z.object({ ...succeeded, unseenMessages: unseenSchema }) },
  /**
   * A page oldest first; `cursor` goes back in time. With `after`, a message's number, what came after it instead,
   * for who was away; `nextCursor` is then the number to go on from.
   */
  'GET /api/v1/messages/:userId': {
    params: partnerParams,
    query: z.object({
      ...pageQueryFields,
      after: emptyAsAbsent(
        z.pipe(z.transform(Number), z.int(say('invalid')).check(z.gte(0, say('invalid')))),
      ),
    }),
    response: z.object({
      ...succeeded,
      user: chatUserSchema,
      messages: z.array(messageSchema),
      page: onePage,
    }),
  },
  'POST /api/v1/messages/send/:userId': { params: partnerParams, body: messageFormSchema, response: sent },
  'POST /api/v1/messages/send-pictures/:userId': {
    params: partnerParams,
    body: pictureMessageFormSchema,
    files: { images: limits.image.perPost },
    response: sent,
  },
  /** Marks the message and all before it in its conversation as read. `unseen` is what is left of that sender's. */
  'PUT /api/v1/messages/mark/:messageId': {
    params: z.object({ messageId: idSchema }),
    response: z.object({ ...succeeded, unseen: z.number() }),
  },
} as const;

/** What the server tells over the socket. */
export interface ServerEvents {
  /** To both people, on every device of theirs but the socket that sent it, which has its answer. */
  newMessage: (message: Message) => void;
  /** `readerId` has read what `senderId` wrote, up to this number. To both. */
  messageRead: (read: { readerId: string; senderId: string; upTo: number }) => void;
  /** Which of the people one talks to or follows are online. */
  getOnlineUsers: (userIds: string[]) => void;
  typing: (state: { userId: string; isTyping: boolean }) => void;
  notification: (notification: Notification) => void;
  /** Notifications were read on another device; so many are left. */
  notificationsRead: (state: { count: number }) => void;
}

/** What `send` answers: the stored message, or why there is none. */
export type SendAnswer =
  { newMessage: Message } | { code: ErrorCode; message: string; retryAfterSeconds?: number | undefined };

/** What a client tells. */
export interface ClientEvents {
  /** The same as the call `send`, over a line that is open already. Answered once the message is stored. */
  send: (message: SocketMessageForm, answer: (answer: SendAnswer) => void) => void;
  typing: (state: { userId: string; isTyping: boolean }) => void;
}

export const socketMessageFormSchema = z.extend(messageFormSchema, {
  userId: requiredText('usernameRequired'),
});
export interface SocketMessageForm {
  userId: string;
  text: string;
  clientId?: string;
  postId?: string;
}

export const typingSchema = z.object({ userId: idSchema, isTyping: z.boolean() });
