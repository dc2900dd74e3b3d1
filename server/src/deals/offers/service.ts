import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import {
  actionsOf,
  otherSide,
  refusalOf,
  sideOf,
  stateAfter,
  type OfferAction,
  type OfferStatus,
  type Side,
} from '@upaj/contract/deals/offer-machine';
import type { AcceptForm, CounterForm, Offer, offerBoxes, OfferForm } from '@upaj/contract/deals/offers';
import { isShortage, stockOf } from '@upaj/contract/deals/quantity';
import type { ErrorCode } from '@upaj/contract/errors';
import { limits } from '@upaj/contract/limits';
import { addPartMessage, type StoredPartMessage } from '#src/chat/messages/rows.ts';
import type { MessagesService } from '#src/chat/messages/service.ts';
import { lockParties } from '#src/deals/rows.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isDuplicate } from '#src/platform/db/errors.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import { timeAfter } from '#src/platform/db/times.ts';
import { AppError } from '#src/platform/http/errors.ts';
import {
  cursorParts,
  cutPage,
  readCursor,
  writeTotal,
  type List,
  type PageRequest,
} from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import { makeDeal } from './make-deal.ts';
import { lastRound, roundOf } from './rounds.ts';
import { findWantedAuthor } from './rows.ts';
import type { Change, OfferedPost, OffersStore } from './store.ts';

interface OffersDeps {
  db: Database;
  store: OffersStore;
  chat: Pick<MessagesService, 'announcePart'>;
  notifications: Pick<NotificationsService, 'readAbout'>;
  outbox: Pick<OutboxService, 'nudge'>;
  feed: Pick<FeedService, 'dropPages'>;
  realtime: Pick<Realtime, 'publish'>;
}

interface OffersPageRequest extends PageRequest {
  box?: (typeof offerBoxes)[number] | undefined;
  status?: OfferStatus | undefined;
}

interface Response {
  offerId: string;
  viewerId: string;
  action: OfferAction;
  /** The version of the offer that the viewer saw. */
  version: number;
  at: Date;
  form?: CounterForm;
  acceptsShortage?: boolean | undefined;
}

const day = 24 * 60 * 60_000;
const pageShape = z.tuple([cursorParts.id, cursorParts.total]);

const addMessage = addPartMessage('offer_id', 'offer_version');

export type OffersService = ReturnType<typeof offersService>;

export function offersService({ db, store, chat, notifications, outbox, feed, realtime }: OffersDeps) {
  /** Shows the change to both sides. Call it after the commit. */
  function announce(offer: Offer, by: Side, message: StoredPartMessage | undefined): void {
    const direction = { senderId: offer[by]._id, receiverId: offer[otherSide(by)]._id };
    if (message) chat.announcePart(direction, message, { offer, offerVersion: offer.version });
    outbox.nudge();
  }

  async function addIn(trx: Transaction, form: OfferForm, viewerId: string, at: Date) {
    const { postId, clientId, wantedId, ...terms } = form;
    const by = wantedId ? 'seller' : 'buyer';
    const post = await store.lockPost(trx, postId);
    const buyerId = wantedId ? await findWantedAuthor(trx, wantedId, viewerId) : viewerId;
    if (!buyerId) throw new AppError('WANTED_NOT_FOUND');
    if (post?.sellerId === buyerId) throw new AppError('OWN_POST');
    if (wantedId && post?.sellerId !== viewerId) throw new AppError('POST_NOT_FOUND');
    if (!post?.isForSale) throw new AppError('POST_NOT_FOR_SALE');
    const parties = { buyerId, sellerId: post.sellerId };
    const people = await lockParties(trx, parties);
    const earlier = await store.findEarlier(trx, parties, by, postId, new Date(Date.now() - day));
    if (!people?.areActive || earlier.isBlocked) throw new AppError('BLOCKED');
    if (people.isRestricted) throw new AppError('CANNOT_DEAL');
    if (earlier.openOfPost) throw new AppError('OFFER_OPEN', { data: { offer: earlier.openOfPost } });
    if (earlier.since >= limits.offer.aDay) throw new AppError('TOO_MANY_OFFERS_TODAY');
    if (earlier.open >= limits.offer.open) throw new AppError('TOO_MANY_OFFERS');
    if (earlier.expiredId) await store.storeExpiry(trx, earlier.expiredId);
    const round = roundOf(terms, undefined, by, 1, at);
    const offer: Offer = {
      _id: newId(at),
      postId,
      goods: { title: post.title, cropType: post.cropType, image: post.image },
      buyer: people.buyer,
      seller: people.seller,
      status: 'open',
      turn: otherSide(by),
      version: 1,
      rounds: [round],
      dealId: null,
      dealStatus: null,
      createdAt: round.createdAt,
      changedAt: round.createdAt,
    };
    const made = { offer, by, action: 'offer', at } as const;
    const { event, message } = newsOf(made, false);
    await store.addOffer(trx, made, { clientId, cropKey: post.cropKey }, event);
    return { offer, by, message: message && (await addMessage(trx, message)) } as const;
  }

  /** Returns the offer before and after the change, or a refusal, for which nothing is written. */
  async function change(trx: Transaction, response: Response, isLeaving = false) {
    const { offerId, viewerId, action } = response;
    const found = await store.lockPostOfOffer(trx, offerId, viewerId, action === 'accept');
    if (!found) throw new AppError('OFFER_NOT_FOUND');
    const people = await lockParties(trx, found);
    const locked = await store.lockOffer(trx, offerId);
    const { offer: before, isBlocked } = locked;
    const canMeet = people?.areActive === true && !isBlocked;
    const obstacle = !canMeet ? 'BLOCKED' : people?.isRestricted ? 'CANNOT_DEAL' : undefined;
    const refusal = refusalFor(response, before, found.post, obstacle);
    if (refusal) return { before, refusal, left: found.post?.quantity };
    const by = sideOf(before, viewerId);
    const at = timeAfter(before.changedAt, response.at);
    const state = stateAfter(before, action);
    const offer: Offer = { ...before, ...state, changedAt: at.toISOString() };
    if (response.form) {
      const round = roundOf(response.form, lastRound(before), by, state.version, at);
      offer.rounds = [...before.rounds, round];
    }
    const made = { offer, by, action, at };
    // An offer can end across a block. The other side is not notified then.
    const news = canMeet ? newsOf(made, isLeaving) : undefined;
    await store.addChange(trx, made, news?.event);
    if (action === 'accept' && found.post) {
      offer.dealId = newId(at);
      offer.dealStatus = 'agreed';
      await makeDeal(trx, offer.dealId, made, locked, found.post);
    }
    const message = news?.message && (await addMessage(trx, news.message));
    return { before, offer, by, message };
  }

  async function respond(response: Response): Promise<Offer> {
    const { before, refusal, left, offer, by, message } = await retriedTransaction(db, (trx) =>
      change(trx, response),
    );
    if (refusal) {
      if (isRepeated(before, response)) return before;
      if (refusal === 'NOT_ENOUGH_LEFT') throw new AppError(refusal, { data: { offer: before, left } });
      throw new AppError(refusal, withOffer.has(refusal) ? { data: { offer: before } } : {});
    }
    announce(offer, by, message);
    if (offer.dealId) {
      feed.dropPages();
      const userIds = [offer.buyer._id, offer.seller._id];
      realtime.publish({ userIds }, 'dealChanged', { dealId: offer.dealId });
    }
    return offer;
  }

  async function findOne(offerId: string, viewerId: string): Promise<Offer> {
    const offer = await store.findOne('id', offerId, viewerId);
    if (!offer) throw new AppError('OFFER_NOT_FOUND');
    return offer;
  }

  return {
    findOne,

    async findPage(viewerId: string, request: OffersPageRequest): Promise<List<Offer>> {
      const { cursor, limit = limits.page.size, box, status } = request;
      const [beforeId, counted] = cursor ? readCursor(cursor, pageShape) : [];
      const found = await store.findPage(viewerId, box, status, { beforeId, limit });
      const total = counted ?? found.total ?? 0;
      const { rows, nextCursor } = cutPage(found.rows, limit, ({ id }) => [id, total]);
      return { data: rows.map(({ offer }) => offer), page: { nextCursor, total: writeTotal(total) } };
    },

    /** An offer that is sent again with the same `clientId` is stored once. Only the demo market sets times. */
    async add(form: OfferForm, viewerId: string, at = new Date()): Promise<Offer> {
      try {
        const { offer, by, message } = await retriedTransaction(db, (trx) => addIn(trx, form, viewerId, at));
        announce(offer, by, message);
        return offer;
      } catch (error) {
        if (!(error instanceof AppError || isDuplicate(error))) throw error;
        const earlier = await store.findOne('client_id', form.clientId, viewerId);
        if (earlier) return earlier;
        throw error;
      }
    },

    counter: (offerId: string, form: CounterForm, viewerId: string, at = new Date()) =>
      respond({ offerId, viewerId, action: 'counter', version: form.version, form, at }),
    accept: (offerId: string, form: AcceptForm, viewerId: string, at = new Date()) =>
      respond({ offerId, viewerId, action: 'accept', ...form, at }),
    decline: (offerId: string, version: number, viewerId: string, at = new Date()) =>
      respond({ offerId, viewerId, action: 'decline', version, at }),
    withdraw: (offerId: string, version: number, viewerId: string, at = new Date()) =>
      respond({ offerId, viewerId, action: 'withdraw', version, at }),

    /** Marks the notifications of offers as read, because the user has read their messages. */
    markSeen: (userId: string, offerIds: readonly string[]) =>
      notifications.readAbout(userId, { kind: 'offer', field: 'offerId', ids: offerIds }),

    async expire(): Promise<void> {
      while ((await store.storeExpiry()) > 0);
    },

    /**
     * Withdraws or declines the open offers of a user whose account is deleted, in the transaction that deletes it.
     * @returns the other sides, who get `dealChanged` after the commit
     */
    async leaveAll(userId: string, trx: Transaction): Promise<string[]> {
      const offers = await store.findOpenOf(trx, userId);
      for (const { id: offerId, buyerId, turn, version } of offers) {
        const isTurn = turn === (buyerId === userId ? 'buyer' : 'seller');
        const action = isTurn ? 'decline' : 'withdraw';
        await change(trx, { offerId, viewerId: userId, action, version, at: new Date() }, true);
      }
      await store.removeNotes(trx, userId);
      return offers.map(({ buyerId, sellerId }) => (buyerId === userId ? sellerId : buyerId));
    },
  };
}

const eventOf = {
  offer: 'made',
  counter: 'countered',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
} as const;

/**
 * Returns the event that notifies the other side, and the message that shows the change to both. There is no message
 * when the account of the user who made the change is deleted.
 */
function newsOf({ offer, by, action, at }: Change, isLeaving: boolean) {
  const { _id: offerId, version } = offer;
  const [senderId, receiverId] = [offer[by]._id, offer[otherSide(by)]._id];
  const columns = { offer_id: offerId, offer_version: version };
  const message = isLeaving ? undefined : { id: newId(at), senderId, receiverId, at, columns };
  const about = { userId: receiverId, messageId: message?.id ?? null, at: at.toISOString() };
  return { message, event: { offerId, event: eventOf[action], ...about } };
}

const withOffer = new Set<ErrorCode>(['OFFER_ENDED', 'OFFER_CHANGED', 'NOT_YOUR_TURN']);

function newId(at: Date): string {
  return uuidv7({ msecs: at.getTime() });
}

/**
 * Returns why a response is refused. To accept or counter, the goods must be for sale, the two users may not have
 * blocked each other, and neither may be restricted. An open offer can always be declined or withdrawn.
 */
function refusalFor(
  { viewerId, action, version, form, acceptsShortage }: Response,
  offer: Offer,
  post: OfferedPost | null,
  obstacle: ErrorCode | undefined,
): ErrorCode | undefined {
  const refusal = refusalOf(offer, sideOf(offer, viewerId), action, version);
  if (refusal || action === 'decline' || action === 'withdraw') return refusal;
  if (!post?.isForSale) return 'POST_NOT_FOR_SALE';
  if (form && offer.rounds.length >= limits.offer.rounds) return 'TOO_MANY_ROUNDS';
  if (obstacle) return obstacle;
  const isShort = action === 'accept' && !acceptsShortage && isShortage(stockOf(post), lastRound(offer));
  return isShort ? 'NOT_ENOUGH_LEFT' : undefined;
}

/** Returns true when the viewer made this change of this version before, because a response was lost. */
function isRepeated(offer: Offer, { viewerId, action, version, form }: Response): boolean {
  const by = sideOf(offer, viewerId);
  if (!form) {
    const before = { ...offer, status: 'open' } as const;
    const { status } = stateAfter(before, action);
    return offer.version === version + 1 && offer.status === status && actionsOf(before, by).includes(action);
  }
  const index = offer.rounds.findIndex((each) => each.version === version + 1);
  const round = offer.rounds[index];
  if (!round) return false;
  const repeated = roundOf(form, offer.rounds[index - 1], by, version + 1, new Date(round.createdAt));
  return isDeepStrictEqual(round, repeated);
}
