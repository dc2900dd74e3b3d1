import { expressionBuilder, type QueryCreator } from 'kysely';
import {
  otherSide,
  sides,
  type OfferAction,
  type OfferStatus,
  type Side,
} from '@upaj/contract/deals/offer-machine';
import type { Offer, offerBoxes } from '@upaj/contract/deals/offers';
import type { Post } from '@upaj/contract/trade/posts';
import { isForSale, isPartyOfOffer } from '#src/deals/access.ts';
import type { AgreedOffer } from '#src/deals/deals/rows.ts';
import { latestIds, termsColumns, type Parties } from '#src/deals/rows.ts';
import { eventRow, type Events } from '#src/notify/outbox/rows.ts';
import { isBlockedBetween } from '#src/people/access.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { countUpTo } from '#src/platform/db/pages.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { statement } from '#src/platform/db/statement.ts';
import { conditionsOf, isExpired, isMadeBy, isOfferOpen, offerJson } from './rows.ts';

const place = ['village', 'city', 'district', 'state', 'pincode'] as const;
type PlaceColumns = Record<(typeof place)[number], string>;
/** The post of an offer, with the address of its goods. */
export interface OfferedPost extends PlaceColumns, Pick<Post, 'price' | 'quantity' | 'amounts'> {
  id: string;
  isForSale: boolean;
  price_unit: string;
}

export interface LockedOffer extends AgreedOffer {
  isBlocked: boolean;
}

/** `offer` is the offer after the change. */
export interface Change {
  offer: Offer;
  by: Side;
  action: OfferAction | 'offer';
  at: Date;
}

const batch = 500;
const eb = expressionBuilder<DB, 'offers'>();
/** Adds the change and the event that notifies the other side, in one statement with `steps`. */
async function addHistory(
  steps: QueryCreator<DB>,
  { offer, by, action, at }: Change,
  event: Events['offer.changed'] | undefined,
): Promise<void> {
  const round = action === 'offer' || action === 'counter' ? offer.rounds.at(-1) : undefined;
  const change = {
    offer_id: offer._id,
    version: offer.version,
    action,
    by_side: by,
    created_at: at,
    ...(round && {
      ...termsColumns(round),
      valid_until: round.validUntil,
    }),
  };
  if (!event) return void (await steps.insertInto('offer_changes').values(change).execute());
  await steps
    .with('change', (query) => query.insertInto('offer_changes').values(change))
    .insertInto('events')
    .values(eventRow('offer.changed', event))
    .execute();
}

const lockPost = statement<{ postId: string }>()((db, { postId }) =>
  db
    .selectFrom('posts')
    .select((of) => [
      'id',
      'author_id as sellerId',
      isForSale.$castTo<boolean>().as('isForSale'),
      'title',
      'crop_type as cropType',
      'crop_key as cropKey',
      of.fn<string | null>('jsonb_extract_path_text', ['images', of.val('0'), of.val('url')]).as('image'),
    ])
    .where('id', '=', postId)
    .forShare(),
);

const findEarlierOf = (by: Side) =>
  statement<Parties & { postId: string; since: Date }>()((db, { buyerId, sellerId, postId, since }) =>
    db.selectNoFrom((of) => {
      const own = of
        .selectFrom('offers')
        .where(`${by}_id`, '=', by === 'buyer' ? buyerId : sellerId)
        .where(isMadeBy(by));
      const ofPost = of.selectFrom('offers').where('buyer_id', '=', buyerId).where('post_id', '=', postId);
      const count = of.cast<number>(of.fn.countAll(), 'integer').as('count');
      return [
        isBlockedBetween(buyerId, sellerId).as('isBlocked'),
        own.where(isOfferOpen).select(count).$asScalar().$notNull().as('open'),
        ofPost.where('created_at', '>', since).select(count).$asScalar().$notNull().as('since'),
        ofPost.where(isOfferOpen).select(offerJson.as('offer')).$asScalar().as('openOfPost'),
        ofPost.where(isExpired).select('id').$asScalar().as('expiredId'),
      ];
    }),
  );
const findEarlier = { buyer: findEarlierOf('buyer'), seller: findEarlierOf('seller') };

/** Transactions lock in this order, to avoid deadlocks: post, users by id, offer, conversation. */
export function offersStore({ db }: { db: Database }) {
  const offers = (executor: Database) => executor.selectFrom('offers').select(offerJson.as('offer'));

  return {
    /** Finds an offer by its id, or by the client id that its maker gave it. */
    async findOne(column: 'id' | 'client_id', id: string, viewerId: string): Promise<Offer | undefined> {
      const query = offers(db).where(`offers.${column}`, '=', id).where(isPartyOfOffer(viewerId));
      return (await query.executeTakeFirst())?.offer;
    },

    async findPage(
      viewerId: string,
      box: (typeof offerBoxes)[number] | undefined,
      status: OfferStatus | undefined,
      { beforeId, limit }: { beforeId: string | undefined; limit: number },
    ) {
      const conditions = sides.flatMap((side) =>
        conditionsOf(status).map((condition) =>
          eb.and([
            eb(`${side}_id`, '=', viewerId),
            condition,
            ...(box ? [isMadeBy(box === 'sent' ? side : otherSide(side))] : []),
          ]),
        ),
      );
      const rows = await offers(db)
        .select('offers.id')
        .where('offers.id', 'in', latestIds(db, 'offers', conditions, { beforeId, limit: limit + 1 }))
        .orderBy('offers.id', 'desc')
        .limit(limit + 1)
        .execute();
      const total = beforeId ? undefined : await countUpTo(db, latestIds(db, 'offers', conditions));
      return { rows, total };
    },

    lockPost: (trx: Transaction, postId: string) => lockPost.executeTakeFirst(trx, { postId }),

    /**
     * Finds what limits a new offer by `by`. Call it with both users locked, so that two offers cannot both be the last
     * one allowed.
     */
    findEarlier: (trx: Transaction, parties: Parties, by: Side, postId: string, since: Date) =>
      findEarlier[by].executeTakeFirstOrThrow(trx, { ...parties, postId, since }),

    /** @throws a unique violation when the buyer already has an offer with this client id */
    addOffer(
      trx: Transaction,
      made: Change,
      { clientId, cropKey }: { clientId: string; cropKey: string },
      event: Events['offer.changed'],
    ): Promise<void> {
      const { _id: id, postId, buyer, seller, goods, turn, rounds, createdAt } = made.offer;
      const values = {
        id,
        client_id: clientId,
        post_id: postId,
        buyer_id: buyer._id,
        seller_id: seller._id,
        title: goods.title,
        crop_type: goods.cropType,
        crop_key: cropKey,
        image: goods.image,
        turn,
        valid_until: rounds[0]?.validUntil ?? createdAt,
        created_at: createdAt,
        changed_at: createdAt,
      };
      return addHistory(
        trx.with('offer', (query) => query.insertInto('offers').values(values)),
        made,
        event,
      );
    },

    /**
     * Locks the post of an offer, if it still exists. With `isTaken`, for an acceptance, other offers for the post
     * wait, because its quantity will change. Returns undefined when the viewer is no party of the offer.
     */
    async lockPostOfOffer(
      trx: Transaction,
      offerId: string,
      viewerId: string,
      isTaken: boolean,
    ): Promise<(Parties & { post: OfferedPost | null }) | undefined> {
      return trx
        .with('post', (query) => {
          const post = query
            .selectFrom('posts')
            .select(['posts.id', 'quantity', 'amounts', 'price', 'price_unit', ...place])
            .select(isForSale.$castTo<boolean>().as('isForSale'))
            .where('posts.id', '=', (of) =>
              of.selectFrom('offers').select('post_id').where('offers.id', '=', offerId),
            );
          return isTaken ? post.forNoKeyUpdate() : post.forShare();
        })
        .selectFrom('offers')
        .leftJoin('post', 'post.id', 'offers.post_id')
        .select(['buyer_id as buyerId', 'seller_id as sellerId'])
        .select((of) => of.fn.toJson('post').$castTo<OfferedPost | null>().as('post'))
        .where('offers.id', '=', offerId)
        .where(isPartyOfOffer(viewerId))
        .executeTakeFirst();
    },

    /** Call it with both users locked, because every change of the offer but its expiry locks them. */
    async lockOffer(trx: Transaction, offerId: string): Promise<LockedOffer> {
      return offers(trx)
        .select((of) => [
          'crop_key as cropKey',
          'image',
          isBlockedBetween(of.ref('buyer_id'), of.ref('seller_id')).as('isBlocked'),
        ])
        .where('offers.id', '=', offerId)
        .forUpdate()
        .executeTakeFirstOrThrow();
    },

    addChange(trx: Transaction, made: Change, event: Events['offer.changed'] | undefined): Promise<void> {
      const { offer, action } = made;
      const { status, turn, version, changedAt, rounds } = offer;
      const state = { status, turn, version, changed_at: changedAt };
      const renewed = action === 'counter' && { valid_until: rounds.at(-1)?.validUntil, is_reminded: false };
      const changed = trx.with('offer', (query) =>
        query
          .updateTable('offers')
          .set({ ...state, ...renewed })
          .where('id', '=', offer._id),
      );
      return addHistory(changed, made, event);
    },

    /** Returns the offers in the order of ids, so that they are locked in that order. */
    async findOpenOf(trx: Transaction, userId: string) {
      const rows = await trx
        .selectFrom('offers')
        .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId', 'turn', 'version'])
        .where(isPartyOfOffer(userId))
        .where(isOfferOpen)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...row, turn: row.turn as Side }));
    },

    /** Removes what a user whose account is deleted wrote in offers. */
    async removeNotes(trx: Transaction, userId: string): Promise<void> {
      for (const side of ['buyer', 'seller'] as const)
        await trx
          .updateTable('offer_changes')
          .from('offers')
          .set({ note: '' })
          .whereRef('offers.id', '=', 'offer_changes.offer_id')
          .where(`offers.${side}_id`, '=', userId)
          .where('by_side', '=', side)
          .where('note', '<>', '')
          .execute();
    },

    /** Stores that this offer expired, or a batch of those that did. @returns how many */
    async storeExpiry(executor: Database = db, offerId?: string): Promise<number> {
      const due = executor
        .selectFrom('offers')
        .select('id')
        .where(isExpired)
        .$if(offerId !== undefined, (query) => query.where('id', '=', offerId ?? ''))
        .limit(batch)
        .forUpdate()
        .skipLocked();
      const { numInsertedOrUpdatedRows } = await executor
        .with('expired', (query) =>
          query
            .updateTable('offers')
            .set((of) => ({
              status: 'expired',
              version: of('version', '+', 1),
              changed_at: of.fn<Date>('now'),
            }))
            .where('offers.id', 'in', due)
            .returning(['offers.id', 'version']),
        )
        .insertInto('offer_changes')
        .columns(['offer_id', 'version', 'action'])
        .expression((of) =>
          of
            .selectFrom('expired')
            .select(['expired.id as offer_id', 'expired.version', of.val('expire').as('action')]),
        )
        .executeTakeFirst();
      return Number(numInsertedOrUpdatedRows ?? 0);
    },
  };
}

export type OffersStore = ReturnType<typeof offersStore>;
