import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import {
  messageLimits,
  type ConversationPart,
  type Message,
  type MessagePart,
} from '@upaj/contract/chat/messages';
import { limits, photoWidths } from '@upaj/contract/limits';
import { v7 as uuidv7 } from 'uuid';
import type { ConversationsService } from '#src/chat/conversations/service.ts';
import { inBatches } from '#src/platform/db/batch.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isDuplicate } from '#src/platform/db/errors.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { cursorParts, type PageRequest } from '#src/platform/http/paging.ts';
import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { atMost } from '#src/platform/lru-size.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { NewMessage, StoredMessage, StoredPartMessage } from './rows.ts';
import type { Conversation, MessagesStore } from './store.ts';

export interface Draft {
  text: string;
  clientId?: string | undefined;
  postId?: string | undefined;
  wantedId?: string | undefined;
  photos?: readonly (string | Buffer)[];
  /** A time in the past, which only the demo market sets. */
  sentAt?: Date;
}

export interface MessagesOptions {
  perMinute?: number;
}

interface MessagesDeps extends MessagesOptions {
  db: Database;
  store: MessagesStore;
  conversations: Pick<ConversationsService, 'findPartner'>;
  media: MediaService;
  noPart: MessagePart;
  markPartsSeen: (readerId: string, partIds: readonly string[]) => Promise<void>;
  realtime: Realtime;
  rateLimit: MakeRateLimit;
}

interface Sent {
  message: Message;
  received: Message;
}

export type MessagesService = ReturnType<typeof messagesService>;

export function messagesService({
  db,
  store,
  conversations,
  media,
  noPart,
  markPartsSeen,
  realtime,
  rateLimit,
  perMinute = messageLimits.toPartners.points,
}: MessagesDeps) {
  const toStrangers = rateLimit(messageLimits.toStrangers);
  const toPartners = rateLimit({ ...messageLimits.toPartners, points: perMinute });
  const appendText = inBatches(store.appendMessages);

  /**
   * Conversations in which both have written, by `<sender>/<receiver as named>`. They do not expire, because they stay
   * mutual.
   */
  const mutual = new LRUCache<string, Conversation>(atMost(50_000));

  /** Sends a text in a mutual conversation by the fast path. Returns undefined when it does not apply. */
  async function append(senderId: string, userId: string, draft: Draft): Promise<Sent | undefined> {
    const conversation = mutual.get(`${senderId}/${userId}`);
    if (!conversation || draft.postId || draft.wantedId || draft.photos || draft.sentAt) return undefined;
    await toPartners.take(senderId);
    const { text, clientId = randomUUID() } = draft;
    const { receiverId } = conversation;
    const message = { clientId, senderId, receiverId, text };
    return orEarlier(message, async () => {
      const id = uuidv7();
      const stored = await appendText({ conversationId: conversation.id, id, ...message });
      if (!stored) await toPartners.giveBack(senderId);
      const sent: Message | undefined = stored && {
        _id: id,
        ...message,
        ...stored,
        ...bare,
        ...noPart,
        isRead: false,
      };
      return sent && { message: sent, received: sent };
    });
  }

  async function findRefusal(
    trx: Transaction,
    { senderId, receiverId, postId, wantedId }: Omit<NewMessage, 'images'>,
  ) {
    if (postId && !(await store.lockPost(trx, postId, senderId))) return 'POST_NOT_FOUND';
    if (wantedId && !(await store.canAttachWanted(trx, wantedId, senderId))) return 'WANTED_NOT_FOUND';
    if (!(await store.lockPeople(trx, senderId, receiverId))) return 'BLOCKED';
    return undefined;
  }

  /** Adds a message in the transaction. @returns the error code of a refusal, or the stored message */
  async function addIn(
    trx: Transaction,
    message: NewMessage,
    showPhotos: () => Promise<void> = async () => {},
  ) {
    const { receiverId } = message;
    const refusal = await findRefusal(trx, message);
    if (refusal) return refusal;
    const { conversationId, isMutual, ...stored } = await store.addMessage(trx, message);
    await showPhotos();
    return { ...stored, conversation: { id: conversationId, receiverId, isMutual } };
  }

  async function addWithPhotos(message: Omit<NewMessage, 'images'>, photos: readonly (string | Buffer)[]) {
    const { senderId, receiverId } = message;
    // The photos of a message that will be refused are not decoded.
    const refusal =
      (message.postId || message.wantedId) &&
      (await db.transaction().execute((trx) => findRefusal(trx, message)));
    if (refusal) return refusal;
    const source = { field: 'images', inputs: photos, widths: photoWidths, owner: senderId };
    return media.save(source, (images, claim) =>
      db.transaction().execute((trx) =>
        addIn(trx, { ...message, images }, async () => {
          await claim(trx);
          const urls = images.map(({ url }) => url);
          await media.showTo([senderId, receiverId], urls, trx);
        }),
      ),
    );
  }

  async function add(senderId: string, userId: string, draft: Draft): Promise<Sent> {
    const { user: receiver, hasAnswered } = await conversations.findPartner(userId, senderId);
    if (!receiver.isReachable) throw new AppError('BLOCKED');
    const { text, postId = null, wantedId = null, photos = [], clientId = randomUUID(), sentAt } = draft;
    if (!text && photos.length === 0) throw invalidField('text', 'messageRequired');
    const limit = hasAnswered ? toPartners : toStrangers;
    await limit.take(senderId);
    const newId = () => uuidv7({ msecs: sentAt?.getTime() });
    const ids = { id: newId(), newConversationId: newId(), clientId, senderId, receiverId: receiver._id };
    const message = { ...ids, text, postId, wantedId, sentAt };
    return orEarlier(message, async () => {
      const added = await (photos.length === 0
        ? db.transaction().execute((trx) => addIn(trx, { ...message, images: [] }))
        : addWithPhotos(message, photos));
      if (typeof added === 'string') {
        await limit.giveBack(senderId);
        throw new AppError(added);
      }
      realtime.showPresence(senderId, receiver._id);
      if (added.conversation.isMutual) mutual.set(`${senderId}/${userId}`, added.conversation);
      return readStored(added);
    });
  }

  async function orEarlier<T>(
    { senderId, receiverId, clientId }: Direction & { clientId: string },
    work: () => Promise<T>,
  ): Promise<T | Sent> {
    try {
      return await work();
    } catch (error) {
      // The post may have been deleted since the message was first sent.
      const mayBeRepeated = isDuplicate(error) || (error instanceof AppError && missing.has(error.code));
      const earlier = mayBeRepeated && (await store.findByClientId(senderId, receiverId, clientId));
      if (earlier) return readStored(earlier);
      throw error;
    }
  }

  /** @returns how many messages of that sender remain unread, or undefined if the reader did not receive the message */
  async function markRead(readerId: string, messageId: string): Promise<number | undefined> {
    const read = await store.markRead(readerId, messageId);
    if (!read) return undefined;
    const { senderId, upTo, changed, partIds, unseen } = read;
    const userIds = [readerId, senderId];
    if (changed > 0) realtime.publish({ userIds }, 'messageRead', { readerId, senderId, upTo });
    if (partIds.length > 0) await markPartsSeen(readerId, partIds);
    return unseen;
  }

  return {
    async findPage(
      viewerId: string,
      partnerId: string,
      { cursor, after, limit = limits.page.size }: PageRequest & { after?: number | undefined },
    ): Promise<{ messages: Message[]; nextCursor: string | null } & ConversationPart> {
      const before = cursor === undefined ? undefined : readNumber(cursor);
      const rows = await store.findMessages(viewerId, partnerId, { before, after, limit });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const from = (after ?? last?.number) || undefined;
      return {
        messages: after === undefined ? page.toReversed() : page,
        ...(await store.findParts(viewerId, partnerId, { from, before })),
        nextCursor: last ? String(last.number) : null,
      };
    },

    /** Shows both a message that was added with `addPartMessage`. Call it after the commit. */
    announcePart({ senderId, receiverId }: Direction, stored: StoredPartMessage, part: MessagePart): void {
      const message: Message = {
        senderId,
        receiverId,
        ...stored,
        text: '',
        ...bare,
        ...part,
        isRead: false,
      };
      realtime.showPresence(senderId, receiverId);
      realtime.publish({ userIds: [receiverId] }, 'newMessage', message);
      realtime.publish({ userIds: [senderId] }, 'ownMessage', message);
    },

    /** A message that is sent again with the same client id is stored once. */
    async send(senderId: string, userId: string, draft: Draft, fromSocket?: string): Promise<Message> {
      const sent = (await append(senderId, userId, draft)) ?? (await add(senderId, userId, draft));
      const { message, received } = sent;
      // A repeated message is published again: the process that stored it may have died before it published it.
      realtime.publish({ userIds: [message.receiverId] }, 'newMessage', received);
      realtime.publish({ userIds: [senderId], exceptSocket: fromSocket }, 'ownMessage', message);
      return message;
    },

    async markRead(readerId: string, messageId: string): Promise<number> {
      const unseen = await markRead(readerId, messageId);
      if (unseen === undefined) throw new AppError('MESSAGE_NOT_FOUND');
      return unseen;
    },

    /** Marks the messages that the reader received as read, and those before them. */
    async markSeen(readerId: string, messages: readonly Message[]): Promise<void> {
      const newest = messages.findLast(({ receiverId }) => receiverId === readerId);
      if (newest && !newest.isRead) await markRead(readerId, newest._id);
    },
  };
}

interface Direction {
  senderId: string;
  receiverId: string;
}

const bare = { images: [], imageInfo: [], post: null, wanted: null };

const missing = new Set<string>(['POST_NOT_FOUND', 'WANTED_NOT_FOUND']);

function readStored({ message, forReceiver }: StoredMessage): Sent {
  const { post, wanted } = message;
  const received = {
    ...message,
    post: forReceiver.post ? post : null,
    wanted: forReceiver.wanted ? wanted : null,
  };
  return { message, received };
}

function readNumber(cursor: string): number {
  const number = z.safeParse(cursorParts.serial, Number(cursor));
  if (!number.success) throw invalidField('cursor', 'invalid');
  return number.data;
}
