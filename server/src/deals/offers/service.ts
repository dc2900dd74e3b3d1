import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import {
  actionsOf,
  refusalOf,
  sideOf,
  stateAfter,
  type OfferAction,
  type OfferStatus,
  type Side,
} from '@upaj/contract/deals/offer-machine';
import type { CounterForm, Offer, offerBoxes, OfferForm, Round } from '@upaj/contract/deals/offers';
import { takeQuantity } from '@upaj/contract/deals/quantity';
import { rupeesOf, totalInPaise } from '@upaj/contract/deals/totals';
import type { ErrorCode } from '@upaj/contract/errors';
import { limits } from '@upaj/contract/limits';
import type { MessagesService } from '#src/chat/messages/service.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { isDuplicate } from '#src/platform/db/duplicates.ts';
import type { NewOfferMessage, StoredOfferMessage } from '#src/platform/db/offer-message.ts';
import { AppError } from '#src/platform/http/errors.ts';
import {
  cursorParts,
  cutPage,
  readCursor,
  writeTotal,
  type List,
  type PageRequest,
} from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/realtime.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { AddedOffer, NewOffer, OfferChange } from '#src/deals/offer-changes/store.ts';
import type { FoundOffer, OffersStore } from './store.ts';

export interface OffersService {
  findPage(
    viewerId: string,
    request: PageRequest & {
      box?: (typeof offerBoxes)[number] | undefined;
      status?: OfferStatus | undefined;
    },
  ): Promise<List<Offer>>;
  findOne(offerId: string, viewerId: string): Promise<Offer>;
  /** Idempotent by the buyer's `clientId`. Only the demo market sets times. */
  add(form: OfferForm, buyerId: string, at?: Date): Promise<Offer>;
  counter(offerId: string, form: CounterForm, viewerId: string, at?: Date): Promise<Offer>;
  accept(offerId: string, version: number, viewerId: string, at?: Date): Promise<Offer>;
  decline(offerId: string, version: number, viewerId: string, at?: Date): Promise<Offer>;
  withdraw(offerId: string, version: number, viewerId: string, at?: Date): Promise<Offer>;
  expire(): Promise<void>;
  /** Withdraws or declines for a user whose account is deleted, as `leaveAll` of deals. */
  leaveAll(userId: string, trx: Database): Promise<string[]>;
}

export interface OffersDeps {
  store: OffersStore;
  chat: Pick<MessagesService, 'announceOffer'>;
  notifications: Pick<NotificationsService, 'deliverSoon'>;
  feed: Pick<FeedService, 'dropPages'>;
  realtime: Pick<Realtime, 'publish'>;
}

interface Response {
  offerId: string;
  viewerId: string;
  action: OfferAction;
  version: number;
  at: Date;
  form?: CounterForm;
}

const day = 24 * 60 * 60_000;
const pageShape = z.tuple([cursorParts.id, cursorParts.total]);
/** Each one that fails means that another change was made. */
const mostTries = 50;

export function offersService({ store, chat, notifications, feed, realtime }: OffersDeps): OffersService {
  function announce(offer: Offer, by: Side, stored: StoredOfferMessage): void {
    chat.announceOffer(offer, by, stored);
    notifications.deliverSoon();
  }

  async function find(offerId: string, viewerId: string): Promise<FoundOffer> {
    const found = await store.findOne(offerId, viewerId);
    if (!found) throw new AppError('OFFER_NOT_FOUND');
    return found;
  }

  async function respond(response: Response, tries = 1): Promise<Offer> {
    const { offerId, viewerId } = response;
    const found = await find(offerId, viewerId);
    const change = decide(response, found);
    if (typeof change === 'string') {
      const { offer } = found;
      if (isRepeated(offer, response)) return offer;
      throw new AppError(change, withOffer.has(change) ? { data: { offer } } : {});
    }
    const { offer, by } = change;
    const changed = await store.change(change).catch((error: unknown) => {
      // Another deal has this number.
      if (!isDuplicate(error)) throw error;
    });
    if (changed === 'BLOCKED') throw new AppError('BLOCKED');
    if (!changed) {
      // The offer or its post changed after it was read.
      if (tries === mostTries) throw new AppError('OFFER_CHANGED', { data: { offer: found.offer } });
      return respond(response, tries + 1);
    }
    if (changed.stored) announce(offer, by, changed.stored);
    if (offer.dealId) {
      feed.dropPages();
      const userIds = [offer.buyer._id, offer.seller._id];
      realtime.publish({ userIds }, 'dealChanged', { dealId: offer.dealId });
    }
    return offer;
  }

  async function add(offer: NewOffer): Promise<Offer> {
    const added = await store.add(offer);
    const begun = begin(offer, added);
    announce(begun.offer, 'buyer', begun.stored);
    return begun.offer;
  }

  return {
    findOne: async (offerId, viewerId) => (await find(offerId, viewerId)).offer,

    async findPage(viewerId, { cursor, limit = limits.page.size, box, status }) {
      const [beforeId, counted] = cursor ? readCursor(cursor, pageShape) : [];
      const sides: Side[] = box ? [box === 'sent' ? 'buyer' : 'seller'] : ['buyer', 'seller'];
      const found = await store.findPage(viewerId, { sides, status, beforeId, limit });
      const total = counted ?? found.total ?? 0;
      const { rows, nextCursor } = cutPage(found.rows, limit, ({ id }) => [id, total]);
      return { data: rows.map(({ offer }) => offer), page: { nextCursor, total: writeTotal(total) } };
    },

    async add({ postId, clientId, ...form }, buyerId, at = new Date()) {
      const round = roundOf(form, 'buyer', 1, at);
      try {
        return await add({ id: newId(at), clientId, postId, buyerId, round, at, message: newMessage(at) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const earlier = await store.findByClientId(buyerId, clientId);
        if (earlier) return earlier;
        const open = tooMany.has(error.code) && (await store.findOpen(buyerId, postId));
        throw open ? new AppError('OFFER_OPEN', { data: { offer: open } }) : error;
      }
    },

    counter: (offerId, form, viewerId, at = new Date()) =>
      respond({ offerId, viewerId, action: 'counter', version: form.version, form, at }),
    accept: (offerId, version, viewerId, at = new Date()) =>
      respond({ offerId, viewerId, action: 'accept', version, at }),
    decline: (offerId, version, viewerId, at = new Date()) =>
      respond({ offerId, viewerId, action: 'decline', version, at }),
    withdraw: (offerId, version, viewerId, at = new Date()) =>
      respond({ offerId, viewerId, action: 'withdraw', version, at }),

    async expire() {
      while ((await store.expire()) > 0);
    },

    leaveAll: (userId, trx) =>
      store.changeOpen(trx, userId, (offer) => {
        const by = sideOf(offer, userId);
        const action = actionsOf(offer, by).find((each) => each === 'decline' || each === 'withdraw');
        if (!action) return undefined;
        const at = new Date();
        return {
          offer: { ...offer, ...stateAfter(offer, action), changedAt: at.toISOString() },
          by,
          action,
          at,
        };
      }),
  };
}

const tooMany = new Set<ErrorCode>(['TOO_MANY_OFFERS', 'TOO_MANY_OFFERS_TODAY']);
const withOffer = new Set<ErrorCode>(['OFFER_ENDED', 'OFFER_CHANGED', 'NOT_YOUR_TURN']);

function roundOf(form: Omit<CounterForm, 'version'>, by: Side, version: number, at: Date): Round {
  const { quantity, unit, price, priceUnit, delivery, validDays, note } = form;
  const total = Number(rupeesOf(totalInPaise(form) ?? 0n));
  const validUntil = new Date(at.getTime() + validDays * day).toISOString();
  const terms = { quantity, unit, price, priceUnit, delivery, note };
  return { by, version, ...terms, total, validUntil, createdAt: at.toISOString() };
}

function newId(at: Date): string {
  return uuidv7({ msecs: at.getTime() });
}

function newMessage(at: Date): NewOfferMessage {
  return { id: newId(at), newConversationId: newId(at), at };
}

/** @throws AppError why it was not added. */
function begin(
  { id, postId, buyerId, round }: NewOffer,
  added: AddedOffer | undefined,
): { offer: Offer; stored: StoredOfferMessage } {
  if (added?.seller._id === buyerId) throw new AppError('OWN_POST');
  if (!added?.isForSale) throw new AppError('POST_NOT_FOR_SALE');
  const { goods, buyer, seller, mayMeet, madeToday, stored } = added;
  if (!mayMeet) throw new AppError('BLOCKED');
  if (!stored)
    throw new AppError(madeToday < limits.offer.aDay ? 'TOO_MANY_OFFERS' : 'TOO_MANY_OFFERS_TODAY');
  const start = { status: 'open', turn: 'seller', version: 1, dealId: null } as const;
  const { createdAt } = round;
  const parties = { buyer, seller };
  const offer = {
    _id: id,
    postId,
    goods,
    ...parties,
    ...start,
    rounds: [round],
    createdAt,
    changedAt: createdAt,
  };
  return { offer, stored };
}

/** @returns why it is refused, else the change. */
function decide(
  { viewerId, action, version, at, form }: Response,
  { offer, post }: FoundOffer,
): OfferChange | ErrorCode {
  const by = sideOf(offer, viewerId);
  const refusal = refusalOf(offer, by, action, version);
  if (refusal) return refusal;
  const agrees = action === 'accept' || action === 'counter';
  if (agrees && !post?.isForSale) return 'POST_NOT_FOR_SALE';
  const after = { ...offer, ...stateAfter(offer, action), changedAt: at.toISOString() };
  if (form) {
    if (offer.rounds.length >= limits.offer.rounds) return 'TOO_MANY_ROUNDS';
    after.rounds = [...offer.rounds, roundOf(form, by, after.version, at)];
  }
  const change = { offer: after, by, action, at, message: newMessage(at) };
  if (action !== 'accept' || !post) return change;
  const { quantity } = post;
  const terms = offer.rounds.at(-1);
  const took = terms && takeQuantity(quantity, terms);
  after.dealId = newId(at);
  const deal = { id: after.dealId, number: randomInt(10_000_000, 100_000_000), quantity, took };
  return { ...change, deal };
}

/** The viewer made this change of this version before: a response was lost. */
function isRepeated(offer: Offer, { viewerId, action, version, form }: Response): boolean {
  const by = sideOf(offer, viewerId);
  if (!form) {
    const before = { ...offer, status: 'open' } as const;
    const { status } = stateAfter(before, action);
    return offer.version === version + 1 && offer.status === status && actionsOf(before, by).includes(action);
  }
  const round = offer.rounds.find((each) => each.version === version + 1);
  return (
    round !== undefined && isDeepStrictEqual(round, roundOf(form, by, version + 1, new Date(round.createdAt)))
  );
}
