import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Message } from '@upaj/contract/chat';
import { limits, photoWidths } from '@upaj/contract/limits';
import { v7 as uuidv7 } from 'uuid';
import { isDuplicate } from '#src/db/duplicates.ts';
import type { MediaService } from '#src/features/media/service.ts';
import { AppError, invalidField } from '#src/http/errors.ts';
import type { MakeRateLimit } from '#src/http/rate-limit.ts';
import type { Realtime } from '#src/realtime/realtime.ts';
import { batchAppends } from './append-batch.ts';
import { readConversationCursor, writeConversationCursor } from './conversation-cursor.ts';
import type { Conversation, ListRow, MessagesStore, Partner } from './store.ts';

export interface Draft {
  text: string;
  /** Made by the client: the same one from the same sender is the same message. */
  clientId?: string | undefined;
  postId?: string | undefined;
  /** Photographs: where they lie, or their bytes. */
  pictures?: readonly (string | Buffer)[];
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
  /** Messages a minute in a conversation that goes both ways. */
  perMinute?: number;
}

/** Lists are JSON texts of their items. */
export interface MessagesService {
  findPartner(userId: string, viewerId: string): Promise<Partner>;
  findUsers(
    viewerId: string,
    request: PageRequest & { q?: string | undefined },
  ): Promise<{ users: string[]; nextCursor: string | null }>;
  findUnseen(viewerId: string): Promise<Record<string, number>>;
  /** Oldest first. With `after`, what came after that number; else a page going back from `cursor`. */
  findMessages(
    viewerId: string,
    partner: Partner,
    request: PageRequest & { after?: number | undefined },
  ): Promise<{ messages: string[]; nextCursor: string | null }>;
  /**
   * Stores a message, then tells both people's devices, but the socket that it came from. A repeated one is not stored
   * again.
   * @throws AppError USER_NOT_FOUND, BLOCKED, TOO_MANY_REQUESTS, INVALID_INPUT for its pictures.
   */
  send(senderId: string, userId: string, draft: Draft, fromSocket?: string): Promise<Message>;
  /** @returns how many of that sender's messages are left unseen. @throws AppError MESSAGE_NOT_FOUND. */
  markRead(readerId: string, messageId: string): Promise<number>;
  /** A partner as JSON text, with whether they are online. */
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

  /** Conversations that go both ways, which they do for good, by `<sender>/<receiver as named>`. */
  const mutual = new LRUCache<string, Conversation>({ max: 50_000 });

  /** Most messages are words to somebody who has answered before. Undefined: it is none of these, or not possible. */
  async function append(senderId: string, userId: string, draft: Draft): Promise<Message | undefined> {
    const conversation = mutual.get(`${senderId}/${userId}`);
    if (!conversation || draft.postId || draft.pictures) return undefined;
    await toPartners.take(senderId);
    const { text, clientId = randomUUID() } = draft;
    const { receiverId } = conversation;
    const words = { clientId, senderId, receiverId, text };
    return orEarlier(senderId, clientId, async () => {
      const id = uuidv7();
      const stored = await appendWords({ conversationId: conversation.id, id, ...words });
      const bare = { images: [], imageInfo: [], post: null, isRead: false };
      // Closed meanwhile, by a block or a suspension.
      if (!stored) await toPartners.giveBack(senderId);
      return stored && { _id: id, ...words, ...stored, ...bare };
    });
  }

  async function add(senderId: string, userId: string, draft: Draft): Promise<Message> {
    const partner = await findPartner(userId, senderId);
    if (!partner.isReachable) throw new AppError('BLOCKED');
    const { text, postId = null, pictures = [], clientId = randomUUID() } = draft;
    if (!text && pictures.length === 0) throw invalidField('text', 'messageRequired');
    const limit = partner.hasAnswered ? toPartners : toStrangers;
    await limit.take(senderId);
    const words = { id: uuidv7(), clientId, senderId, receiverId: partner.id, text, postId };
    const source = { field: 'images', inputs: pictures, widths: photoWidths };
    return orEarlier(senderId, clientId, async () => {
      const added =
        pictures.length === 0
          ? await store.addMessage({ ...words, images: [] })
          : await media.keep(source, (images, claim) => store.addMessage({ ...words, images }, claim));
      if (!added) {
        await limit.giveBack(senderId);
        throw new AppError('BLOCKED');
      }
      realtime.acquaint(senderId, partner.id);
      if (added.conversation.isMutual) mutual.set(`${senderId}/${userId}`, added.conversation);
      return JSON.parse(added.json) as Message;
    });
  }

  /** What is stored, or what was: the sender's message with this id of their client's. */
  async function orEarlier<T>(
    senderId: string,
    clientId: string,
    work: () => Promise<T>,
  ): Promise<T | Message> {
    try {
      return await work();
    } catch (error) {
      const earlier = isDuplicate(error) && (await store.findByClientId(senderId, clientId));
      if (earlier) return JSON.parse(earlier) as Message;
      throw error;
    }
  }

  async function findPartner(userId: string, viewerId: string): Promise<Partner> {
    const partner = await store.findPartner(userId, viewerId);
    // Strangers who cannot be written to are nobody; with a conversation they stay what they were.
    if (!partner || (!partner.isReachable && !partner.hasConversation)) throw new AppError('USER_NOT_FOUND');
    return partner;
  }

  return {
    present,
    findUnseen: (viewerId) => store.findUnseen(viewerId),

    findPartner,

    async findUsers(viewerId, { cursor, limit = limits.page.size, q: name }) {
      const after = cursor === undefined ? undefined : readConversationCursor(cursor);
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
      return { users: page.map(present), nextCursor: last ? writeConversationCursor(last) : null };
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
      const message = (await append(senderId, userId, draft)) ?? (await add(senderId, userId, draft));
      // A repeated one is told again: the process that stored it may have died before it told anybody.
      const userIds = [senderId, message.receiverId];
      realtime.tell({ userIds, exceptSocket: fromSocket }, 'newMessage', message);
      return message;
    },

    async markRead(readerId, messageId) {
      const read = await store.markRead(readerId, messageId);
      if (!read) throw new AppError('MESSAGE_NOT_FOUND');
      const { senderId, upTo, changed, unseen } = read;
      const userIds = [readerId, senderId];
      if (changed > 0) realtime.tell({ userIds }, 'messageRead', { readerId, senderId, upTo });
      return unseen;
    },
  };
}

function readNumber(cursor: string): number {
  const number = /^\d{1,9}$/.test(cursor) ? Number(cursor) : undefined;
  if (number === undefined) throw invalidField('cursor', 'invalid');
  return number;
}
