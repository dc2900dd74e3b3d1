import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Message } from '@upaj/contract/chat/messages';
import {
  actionsOf,
  refusalOf,
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
import type { NewOffer, OfferChange } from '#src/deals/offer-changes/store.ts';
import type { Alongside, Goods, LockedOffer, OffersStore } from './store.ts';

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
  /** Withdraws or declines for a user whose account is deleted, in that transaction. */
  leaveAll(userId: string, trx: Database): Promise<void>;
}

export interface OffersDeps {
  store: OffersStore;
  chat: Pick<MessagesService, 'addOfferMessage' | 'announce'>;
  notifications: Pick<NotificationsService, 'deliverSoon'>;
  feed: Pick<FeedService, 'change'>;
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
const mostTries = 5;

export function offersService({ store, chat, notifications, feed, realtime }: OffersDeps): OffersService {
  /** `write` adds the message of the change in its transaction. */
  async function announced(
    senderId: string,
    at: Date,
    write: (alongside: Alongside) => Promise<Offer | ErrorCode>,
  ): Promise<Offer> {
    let message: Message | undefined;
    const offer = await write(async (trx, changed) => {
      message = await chat.addOfferMessage(trx, changed, senderId, at);
    });
    if (typeof offer === 'string') throw new AppError(offer);
    if (message) chat.announce(message);
    notifications.deliverSoon();
    return offer;
  }

  async function findOne(offerId: string, viewerId: string): Promise<Offer> {
    const offer = await store.findOne(offerId, viewerId);
    if (!offer) throw new AppError('OFFER_NOT_FOUND');
    return offer;
  }

  async function respond(response: Response, tries = 1): Promise<Offer> {
    const { offerId, viewerId, action, at } = response;
    try {
      const offer = await announced(viewerId, at, (alongside) =>
        store.change(offerId, viewerId, action, (locked) => decide(response, locked), alongside),
      );
      if (offer.dealId) {
        feed.change({ authorId: offer.seller._id });
        const userIds = [offer.buyer._id, offer.seller._id];
        realtime.publish({ userIds }, 'dealChanged', { dealId: offer.dealId });
      }
      return offer;
    } catch (error) {
      // Another deal has this number.
      if (isDuplicate(error) && tries < mostTries) return respond(response, tries + 1);
      if (!(error instanceof AppError) || !withOffer.has(error.code)) throw error;
      const offer = await findOne(offerId, viewerId);
      if (isRepeated(offer, response)) return offer;
      throw new AppError(error.code, { data: { offer } });
    }
  }

  return {
    findOne,

    async findPage(viewerId, { cursor, limit = limits.page.size, box, status }) {
      const [beforeId, counted] = cursor ? readCursor(cursor, pageShape) : [];
      const sides: Side[] = box ? [box === 'sent' ? 'buyer' : 'seller'] : ['buyer', 'seller'];
      const found = await store.findPage(viewerId, { sides, status, beforeId, limit });
      const total = counted ?? found.total ?? 0;
      const { rows, nextCursor } = cutPage(found.rows, limit, ({ id }) => [id, total]);
      return { data: rows.map(({ offer }) => offer), page: { nextCursor, total: writeTotal(total) } };
    },

    async add({ postId, clientId, ...form }, buyerId, at = new Date()) {
      const id = uuidv7({ msecs: at.getTime() });
      const offer = { id, clientId, postId, buyerId, round: roundOf(form, 'buyer', 1, at), at };
      try {
        return await announced(buyerId, at, (alongside) =>
          store.add(offer, (goods) => begin(offer, goods), alongside),
        );
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const earlier = await store.findByClientId(buyerId, clientId);
        if (earlier) return earlier;
        const open = error.code === 'TOO_MANY_OFFERS' && (await store.findOpen(buyerId, postId));
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
      store.changeOpen(trx, userId, ({ offer }) => {
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

const withOffer = new Set<ErrorCode>(['OFFER_ENDED', 'OFFER_CHANGED', 'NOT_YOUR_TURN']);

function sideOf({ buyer }: Offer, viewerId: string): Side {
  return buyer._id === viewerId ? 'buyer' : 'seller';
}

function roundOf(form: Omit<CounterForm, 'version'>, by: Side, version: number, at: Date): Round {
  const { quantity, unit, price, priceUnit, delivery, validDays, note } = form;
  const total = Number(rupeesOf(totalInPaise(form) ?? 0n));
  const validUntil = new Date(at.getTime() + validDays * day).toISOString();
  const terms = { quantity, unit, price, priceUnit, delivery, note };
  return { by, version, ...terms, total, validUntil, createdAt: at.toISOString() };
}

function begin({ id, postId, buyerId, round }: NewOffer, found: Goods | undefined): Offer {
  if (found?.seller._id === buyerId) throw new AppError('OWN_POST');
  if (!found?.isForSale) throw new AppError('POST_NOT_FOR_SALE');
  const { goods, buyer, seller } = found;
  const start = { status: 'open', turn: 'seller', version: 1, dealId: null } as const;
  const { createdAt } = round;
  return {
    _id: id,
    postId,
    goods,
    buyer,
    seller,
    ...start,
    rounds: [round],
    createdAt,
    changedAt: createdAt,
  };
}

/** @throws AppError why it is refused. */
function decide(
  { viewerId, action, version, at, form }: Response,
  locked: LockedOffer | undefined,
): OfferChange {
  if (!locked) throw new AppError('OFFER_NOT_FOUND');
  const { offer, post } = locked;
  const by = sideOf(offer, viewerId);
  const refusal = refusalOf(offer, by, action, version);
  if (refusal) throw new AppError(refusal);
  const agrees = action === 'accept' || action === 'counter';
  if (agrees && !post?.isForSale) throw new AppError('POST_NOT_FOR_SALE');
  const after = { ...offer, ...stateAfter(offer, action), changedAt: at.toISOString() };
  if (form) {
    if (offer.rounds.length >= limits.offer.rounds) throw new AppError('TOO_MANY_ROUNDS');
    after.rounds = [...offer.rounds, roundOf(form, by, after.version, at)];
  }
  if (action !== 'accept' || !post) return { offer: after, by, action, at };
  const terms = offer.rounds.at(-1);
  const took = terms && takeQuantity(post.quantity, terms);
  const id = uuidv7({ msecs: at.getTime() });
  const deal = { id, number: randomInt(10_000_000, 100_000_000), took };
  return { offer: { ...after, dealId: id }, by, action, at, deal };
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
