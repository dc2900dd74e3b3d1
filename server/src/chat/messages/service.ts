import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { Message } from '@upaj/contract/chat/messages';
import { limits, photoWidths } from '@upaj/contract/limits';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#src/platform/db/duplicates.ts';
import { cursorParts, readCursor, writeCursor } from '#src/platform/http/cursor.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { Realtime } from '#src/platform/realtime/realtime.ts';
import { batchAppends } from './append-batch.ts';
import type { Conversation, ListPosition, ListRow, MessagesStore, Partner, StoredMessage } from './store.ts';

export interface Draft {
  text: string;
  /** Set by the client; a repeated id from the same sender is the same message. */
  clientId?: string | undefined;
  postId?: string | undefined;
  /** File paths, or bytes. */
  pictures?: readonly (string | Buffer)[];
  /** Only the demo market sets a time in the past. */
  sentAt?: Date;
}

export interface PageRequest {
  cursor?: string | undefined;
  limit?: number | undefined;
}

interface MessagesDeps {
  store: MessagesStore;
  media: MediaService;
  realtime: Realtime;
  rateLimit: MakeRateLimit;
}

export interface MessagesOptions {
  /** Messages a minute in a mutual conversation. */
  perMinute?: number;
}

/** Lists are JSON texts of their items. */
export interface MessagesService {
  findPartner(userId: string, viewerId: string): Promise<Partner>;
  /** Whether these two may see each other type. */
  mayMeet(userId: string, otherId: string): Promise<boolean>;
  findUsers(
    viewerId: string,
    request: PageRequest & { q?: string | undefined },
  ): Promise<{ users: string[]; nextCursor: string | null }>;
  findUnseen(viewerId: string): Promise<Record<string, number>>;
  /** Oldest first. With `after`, the messages after that number; else a page going back from `cursor`. */
  findMessages(
    viewerId: string,
    partner: Partner,
    request: PageRequest & { after?: number | undefined },
  ): Promise<{ messages: string[]; nextCursor: string | null }>;
  /**
   * Stores a message and sends it to the receiver's devices and the sender's other ones. Idempotent by client id.
   * @throws AppError USER_NOT_FOUND, BLOCKED, POST_NOT_FOUND, TOO_MANY_REQUESTS, INVALID_INPUT for its pictures.
   */
  send(senderId: string, userId: string, draft: Draft, fromSocket?: string): Promise<Message>;
  /** @returns the number of unseen messages from that sender. @throws AppError MESSAGE_NOT_FOUND. */
  markRead(readerId: string, messageId: string): Promise<number>;
  present(partner: { id: string; json: string }): string;
}

export function messagesService(
  { store, media, realtime, rateLimit }: MessagesDeps,
  { perMinute = limits.message.perMinute }: MessagesOptions = {},
): MessagesService {
  const toStrangers = rateLimit('messages-to-strangers', limits.message.perMinuteToStrangers, 1);
  const toPartners = rateLimit('messages', perMinute, 1);
  const present = ({ id, json }: { id: string; json: string }) =>
    `${json.slice(0, -1)},"isOnline":${realtime.isOnline(id)}}`;

  const appendWords = batchAppends(store);

  /** Mutual conversations, which stay mutual, by `<sender>/<receiver as named>`. */
  const mutual = new LRUCache<string, Conversation>({ max: 50_000 });

  /** The fast path for text in a mutual conversation. Returns undefined when it does not apply. */
  async function append(senderId: string, userId: string, draft: Draft): Promise<Sent | undefined> {
    const conversation = mutual.get(`${senderId}/${userId}`);
    if (!conversation || draft.postId || draft.pictures || draft.sentAt) return undefined;
    await toPartners.take(senderId);
    const { text, clientId = randomUUID() } = draft;
    const { receiverId } = conversation;
    const words = { clientId, senderId, receiverId, text };
    return orEarlier(senderId, clientId, async () => {
      const id = uuidv7();
      const stored = await appendWords({ conversationId: conversation.id, id, ...words });
      const bare = { images: [], imageInfo: [], post: null, isRead: false };
      // A block or suspension came in between.
      if (!stored) await toPartners.giveBack(senderId);
      return stored && toSent({ _id: id, ...words, ...stored, ...bare });
    });
  }

  async function add(senderId: string, userId: string, draft: Draft): Promise<Sent> {
    const partner = await findPartner(userId, senderId);
    if (!partner.isReachable) throw new AppError('BLOCKED');
    const { text, postId = null, pictures = [], clientId = randomUUID(), sentAt } = draft;
    if (!text && pictures.length === 0) throw invalidField('text', 'messageRequired');
    const limit = partner.hasAnswered ? toPartners : toStrangers;
    await limit.take(senderId);
    const id = uuidv7({ msecs: sentAt?.getTime() });
    const words = { id, clientId, senderId, receiverId: partner.id, text, postId, sentAt };
    const source = { field: 'images', inputs: pictures, widths: photoWidths, owner: senderId };
    return orEarlier(senderId, clientId, async () => {
      const added =
        pictures.length === 0
          ? await store.addMessage({ ...words, images: [] })
          : await media.save(source, (images, claim) => store.addMessage({ ...words, images }, claim));
      if (typeof added === 'string') {
        await limit.giveBack(senderId);
        throw new AppError(added);
      }
      realtime.acquaint(senderId, partner.id);
      if (added.conversation.isMutual) mutual.set(`${senderId}/${userId}`, added.conversation);
      return readStored(added);
    });
  }

  /** Returns the sender's earlier message when this client id is already stored. */
  async function orEarlier<T>(senderId: string, clientId: string, work: () => Promise<T>): Promise<T | Sent> {
    try {
      return await work();
    } catch (error) {
      // The post may have been deleted since the message was first sent.
      const mayBeRepeated =
        isDuplicate(error) || (error instanceof AppError && error.code === 'POST_NOT_FOUND');
      const earlier = mayBeRepeated && (await store.findByClientId(senderId, clientId));
      if (earlier) return readStored(earlier);
      throw error;
    }
  }

  async function findPartner(userId: string, viewerId: string): Promise<Partner> {
    const partner = await store.findPartner(userId, viewerId);
    // Without a conversation, people who cannot be written to are shown only if the viewer blocked them.
    if (!partner || !(partner.isReachable || partner.hasConversation || partner.isBlocked))
      throw new AppError('USER_NOT_FOUND');
    return partner;
  }

  return {
    present,
    findUnseen: (viewerId) => store.findUnseen(viewerId),

    findPartner,

    mayMeet: async (userId, otherId) => (await store.findPartner(otherId, userId))?.isReachable ?? false,

    async findUsers(viewerId, { cursor, limit = limits.page.size, q: name }) {
      const after = cursor === undefined ? undefined : readPosition(cursor);
      const rows: ListRow[] = [];
      if (!after || after.isConversation) {
        rows.push(...(await store.findConversations(viewerId, { after, limit, name })));
      }
      if (rows.length <= limit) {
        const from = after?.isConversation ? undefined : after;
        const left = limit - rows.length;
        rows.push(...(await store.findFollowed(viewerId, { after: from, limit: left, name })));
      }
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        users: page.map(present),
        nextCursor: last ? writeCursor([last.isConversation, last.at, last.id]) : null,
      };
    },

    async findMessages(viewerId, partner, { cursor, after, limit = limits.page.size }) {
      const before = cursor === undefined ? undefined : readNumber(cursor);
      const rows = await store.findMessages(viewerId, partner.id, { before, after, limit });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const messages = page.map(({ json }) => json);
      return {
        messages: after === undefined ? messages.toReversed() : messages,
        nextCursor: last ? String(last.number) : null,
      };
    },

    async send(senderId, userId, draft, fromSocket) {
      const sent = (await append(senderId, userId, draft)) ?? (await add(senderId, userId, draft));
      const { message, received } = sent;
      // Repeated messages are sent again: the process that stored them may have died before sending.
      realtime.publish({ userIds: [message.receiverId] }, 'newMessage', received);
      realtime.publish({ userIds: [senderId], exceptSocket: fromSocket }, 'ownMessage', message);
      return message;
    },

    async markRead(readerId, messageId) {
      const read = await store.markRead(readerId, messageId);
      if (!read) throw new AppError('MESSAGE_NOT_FOUND');
      const { senderId, upTo, changed, unseen } = read;
      const userIds = [readerId, senderId];
      if (changed > 0) realtime.publish({ userIds }, 'messageRead', { readerId, senderId, upTo });
      return unseen;
    },
  };
}

interface Sent {
  message: Message;
  received: Message;
}

function toSent(message: Message, isCardForReceiver = true): Sent {
  return { message, received: isCardForReceiver ? message : { ...message, post: null } };
}

function readStored({ json, isCardForReceiver }: StoredMessage): Sent {
  return toSent(JSON.parse(json) as Message, isCardForReceiver);
}

/** Catch-up continues from this number. */
function readNumber(cursor: string): number {
  const number = z.safeParse(cursorParts.serial, Number(cursor));
  if (!number.success) throw invalidField('cursor', 'invalid');
  return number.data;
}

const positionShape = z.tuple([cursorParts.flag, cursorParts.time, cursorParts.id]);

function readPosition(cursor: string): ListPosition {
  const [isConversation, at, id] = readCursor(cursor, positionShape);
  return { isConversation, at, id };
}
