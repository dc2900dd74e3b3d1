import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { messageLimits, type Message } from '@upaj/contract/chat/messages';
import type { DealLine } from '@upaj/contract/deals/deals';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import { limits, photoWidths } from '@upaj/contract/limits';
import { v7 as uuidv7 } from 'uuid';
import type { ConversationsService } from '#src/chat/conversations/service.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { inBatches } from '#src/platform/db/batch.ts';
import { isDuplicate } from '#src/platform/db/errors.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { cursorParts, type PageRequest } from '#src/platform/http/paging.ts';
import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { atMost } from '#src/platform/lru-size.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { StoredMessage, StoredOfferMessage } from './rows.ts';
import type { Conversation, MessagesStore } from './store.ts';

export interface Draft {
  text: string;
  clientId?: string | undefined;
  postId?: string | undefined;
  wantedId?: string | undefined;
  photos?: readonly (string | Buffer)[];
  /** Only the demo market sets a time in the past. */
  sentAt?: Date;
}

interface MessagesDeps {
  store: MessagesStore;
  conversations: Pick<ConversationsService, 'findPartner'>;
  media: MediaService;
  notifications: Pick<NotificationsService, 'readAbout'>;
  realtime: Realtime;
  rateLimit: MakeRateLimit;
}

export interface MessagesOptions {
  perMinute?: number;
}

export interface MessagesService {
  findMessages(
    viewerId: string,
    partnerId: string,
    request: PageRequest & { after?: number | undefined },
  ): Promise<{ messages: Message[]; dealLines: DealLine[]; nextCursor: string | null }>;
  findOpenOffers(viewerId: string, partnerId: string): Promise<Offer[]>;
  /** Idempotent by client id. */
  send(senderId: string, userId: string, draft: Draft, fromSocket?: string): Promise<Message>;
  markRead(readerId: string, messageId: string): Promise<number>;
  /** Marks the received ones as read, and those before them. */
  markSeen(readerId: string, messages: readonly Message[]): Promise<void>;
  /** After the commit of a change of an offer, which stored the message. */
  announceOffer(offer: Offer, by: Side, stored: StoredOfferMessage): void;
}

export function messagesService(
  { store, conversations, media, notifications, realtime, rateLimit }: MessagesDeps,
  { perMinute = messageLimits.toPartners.points }: MessagesOptions = {},
): MessagesService {
  const toStrangers = rateLimit(messageLimits.toStrangers);
  const toPartners = rateLimit({ ...messageLimits.toPartners, points: perMinute });
  const appendText = inBatches(store.appendMessages);

  /** By `<sender>/<receiver as named>`; conversations stay mutual. */
  const mutual = new LRUCache<string, Conversation>(atMost(50_000));

  /** The fast path. Returns undefined when it does not apply. */
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
      const about = { post: null, wanted: null, offer: null, offerVersion: null };
      const bare = { ...noImages, ...about, isRead: false };
      if (!stored) await toPartners.giveBack(senderId);
      const sent: Message | undefined = stored && { _id: id, ...message, ...stored, ...bare };
      return sent && { message: sent, received: sent };
    });
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
    const source = { field: 'images', inputs: photos, widths: photoWidths, owner: senderId };
    return orEarlier(message, async () => {
      const added =
        photos.length === 0
          ? await store.addMessage({ ...message, images: [] })
          : await media.save(source, (images, claim) =>
              store.addMessage({ ...message, images }, async (trx) => {
                await claim(trx);
                const urls = images.map(({ url }) => url);
                await media.showTo([senderId, receiver._id], urls, trx);
              }),
            );
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
    { senderId, receiverId, clientId }: Record<'senderId' | 'receiverId' | 'clientId', string>,
    work: () => Promise<T>,
  ): Promise<T | Sent> {
    try {
      return await work();
    } catch (error) {
      // What it is about may have been deleted since the message was first sent.
      const mayBeRepeated = isDuplicate(error) || (error instanceof AppError && missing.has(error.code));
      const earlier = mayBeRepeated && (await store.findByClientId(senderId, receiverId, clientId));
      if (earlier) return readStored(earlier);
      throw error;
    }
  }

  /** @returns what remains unseen of that sender, or undefined if the reader did not receive the message */
  async function markRead(readerId: string, messageId: string): Promise<number | undefined> {
    const read = await store.markRead(readerId, messageId);
    if (!read) return undefined;
    const { senderId, upTo, changed, offerIds, unseen } = read;
    const userIds = [readerId, senderId];
    if (changed > 0) realtime.publish({ userIds }, 'messageRead', { readerId, senderId, upTo });
    if (offerIds.length > 0)
      await notifications.readAbout(readerId, { kind: 'offer', field: 'offerId', ids: offerIds });
    return unseen;
  }

  return {
    async findMessages(viewerId, partnerId, { cursor, after, limit = limits.page.size }) {
      const before = cursor === undefined ? undefined : readNumber(cursor);
      const rows = await store.findMessages(viewerId, partnerId, { before, after, limit });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const from = after ?? last?.number;
      return {
        messages: after === undefined ? page.toReversed() : page,
        dealLines: await store.findDealLines(viewerId, partnerId, { from: from || undefined, before }),
        nextCursor: last ? String(last.number) : null,
      };
    },

    findOpenOffers: (viewerId, partnerId) => store.findOpenOffers(viewerId, partnerId),

    announceOffer(offer, by, stored) {
      const [senderId, receiverId] =
        by === 'buyer' ? [offer.buyer._id, offer.seller._id] : [offer.seller._id, offer.buyer._id];
      const about = { post: null, wanted: null, offer, offerVersion: offer.version };
      const message: Message = {
        senderId,
        receiverId,
        ...stored,
        text: '',
        ...noImages,
        ...about,
        isRead: false,
      };
      realtime.showPresence(senderId, receiverId);
      realtime.publish({ userIds: [receiverId] }, 'newMessage', message);
      realtime.publish({ userIds: [senderId] }, 'ownMessage', message);
    },

    async send(senderId, userId, draft, fromSocket) {
      const sent = (await append(senderId, userId, draft)) ?? (await add(senderId, userId, draft));
      const { message, received } = sent;
      // Sent again when repeated: the process that stored it may have died before sending.
      realtime.publish({ userIds: [message.receiverId] }, 'newMessage', received);
      realtime.publish({ userIds: [senderId], exceptSocket: fromSocket }, 'ownMessage', message);
      return message;
    },

    async markRead(readerId, messageId) {
      const unseen = await markRead(readerId, messageId);
      if (unseen === undefined) throw new AppError('MESSAGE_NOT_FOUND');
      return unseen;
    },

    async markSeen(readerId, messages) {
      const newest = messages.findLast(({ receiverId }) => receiverId === readerId);
      if (newest && !newest.isRead) await markRead(readerId, newest._id);
    },
  };
}

interface Sent {
  message: Message;
  received: Message;
}

const noImages = { images: [], imageInfo: [] };

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
