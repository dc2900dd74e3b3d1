import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Offer, Party, Round } from '@upaj/contract/deals/offers';
import type { Stock } from '@upaj/contract/deals/quantity';
import { limits } from '@upaj/contract/limits';
import { isActivePerson } from '#src/people/access.ts';
import { partyJson } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { statement } from '#src/platform/db/statement.ts';
import { changeAmounts } from '#src/trade/rows.ts';

const eb = expressionBuilder<DB, 'deals' | 'users'>();

/** Reads the number of a row of `deals`, such as '4821 3097'. */
export const dealNumber = eb.fn<string>('to_char', ['deals.number', sql.lit('FM0000 0000')]);

/** Reads rows of `offers` or `deals`. The image is null when the post no longer has it. */
export function goodsJson(table: 'offers' | 'deals') {
  const column = (name: 'title' | 'crop_type' | 'image' | 'post_id') =>
    sql.ref<string | null>(`${table}.${name}`);
  const photo = eb.fn('jsonb_build_object', [sql.lit('url'), column('image')]);
  return jsonBuildObject({
    title: column('title'),
    cropType: column('crop_type'),
    image: eb
      .selectFrom('posts')
      .select(column('image').as('image'))
      .where('posts.id', '=', column('post_id'))
      .where('posts.images', '@>', eb.fn<string>('jsonb_build_array', [photo])),
  } satisfies Record<keyof Offer['goods'], unknown>).$castTo<Offer['goods']>();
}

export interface Parties {
  buyerId: string;
  sellerId: string;
}

export interface LockedParties {
  buyer: Party;
  seller: Party;
  /** Whether both accounts are complete, and neither is suspended nor deleted. */
  areActive: boolean;
  /** Whether a moderator has decided that one of them makes no new deals now. */
  isRestricted: boolean;
  /** The parties whose accounts are not deleted. */
  present: string[];
  accounts: { createdAt: Date; isVerified: boolean }[];
}

/** Returns the columns of a round's terms. A round and the deal that it becomes have the same ones. */
export function termsColumns(round: Round) {
  const { quantity, unit, price, priceUnit, delivery, note, total, pickupDate, bags, advance } = round;
  const optional = { pickup_date: pickupDate, bags, advance };
  return { quantity, unit, price, price_unit: priceUnit, delivery, note, total, ...optional };
}

/** Reads the latest ids of offers or deals along an index for each of the conditions. */
export function latestIds(
  db: Database,
  table: 'offers' | 'deals',
  conditions: readonly Expression<SqlBool>[],
  { beforeId, limit = limits.page.countedTo + 1 }: { beforeId?: string | undefined; limit?: number } = {},
) {
  return conditions
    .map((condition) =>
      db
        .selectFrom(table as 'offers')
        .select('id')
        .where(condition)
        .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? ''))
        .orderBy('id', 'desc')
        .limit(limit),
    )
    .map((list) => db.selectFrom(list.as('list')).select('list.id'))
    .reduce((all, list) => all.unionAll(list));
}

const lockBoth = statement<Parties>()((db, { buyerId, sellerId }) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'deleted_at',
      'created_at as createdAt',
      'is_verified as isVerified',
      isActivePerson.as('isActive'),
      'restricted_until as restrictedUntil',
      partyJson('users').as('party'),
    ])
    .where('users.id', 'in', [buyerId, sellerId])
    .orderBy('users.id')
    .forNoKeyUpdate(),
);

/** Locks both users by id, so that neither changes, leaves or blocks the other meanwhile. Lock their post first. */
export async function lockParties(
  trx: Transaction,
  { buyerId, sellerId }: Parties,
): Promise<LockedParties | undefined> {
  const people = await lockBoth.execute(trx, { buyerId, sellerId });
  const partyOf = (userId: string) => people.find(({ id }) => id === userId)?.party;
  const [buyer, seller] = [partyOf(buyerId), partyOf(sellerId)];
  if (!buyer || !seller) return undefined;
  return {
    buyer,
    seller,
    areActive: people.every(({ isActive }) => isActive),
    isRestricted: people.some(({ restrictedUntil: until }) => until !== null && until > new Date()),
    present: people.flatMap(({ id, deleted_at: deletedAt }) => (deletedAt ? [] : [id])),
    accounts: people.map(({ createdAt, isVerified }) => ({ createdAt, isVerified })),
  };
}

/**
 * Counts the deals of these users again; the caller has locked the users. A completed deal counts as `isCountedDeal`
 * says. All deals of a week in India between the same two count as one deal, which is completed when no other of them
 * counts. A deal that one side alone cancelled counts for that side, unless both say that their dispute is settled, and a
 * deal that both cancelled does not count. An overdue deal counts for the side that it waits for. Neither counts where
 * the rules of completed deals say no.
 */
export async function updateRecords(trx: Transaction, userIds: readonly string[]): Promise<void> {
  await trx
    .with('ended', (query) =>
      query
        .selectFrom('users')
        .innerJoin('deals', (join) => join.on(isTheirs))
        .select((of) => [
          'users.id as userId',
          of.case().when(isBuyer).then(of.ref('seller_id')).else(of.ref('buyer_id')).end().as('otherId'),
          of('deals.status', '=', 'completed').as('isCompleted'),
          of
            .fn('date_trunc', [sql.lit('week'), inIndia(of.fn.coalesce('ended_at', 'changed_at'))])
            .as('week'),
          of.case().when(isBuyer).then(paymentDays).end().as('days'),
        ])
        .where('users.id', 'in', userIds)
        .where(countsForThem),
    )
    .with('counted', (query) =>
      query
        .selectFrom('ended')
        .select((of) => [
          'userId',
          of.fn.agg<boolean>('bool_and', ['isCompleted']).as('isCompleted'),
          of.fn.max('days').filterWhere('isCompleted', '=', true).as('days'),
        ])
        .groupBy(['userId', 'otherId', 'week']),
    )
    .with('record', (query) =>
      query
        .selectFrom('users')
        .leftJoin('counted', 'counted.userId', 'users.id')
        .select((of) => {
          const median = of.fn.agg<number>('percentile_cont', [of.lit(0.5)]);
          return [
            'users.id',
            of.fn.count<number>('counted.userId').as('ended'),
            of.fn.count<number>('counted.userId').filterWhere('isCompleted', '=', true).as('completed'),
            of.fn<number>('round', [median.withinGroupOrderBy('counted.days')]).as('days'),
            of.fn
              .coalesce(
                of
                  .selectFrom('deals')
                  .select((deal) => deal.fn.countAll<number>().as('count'))
                  .where(isTheirs)
                  .where(cancelledByThem)
                  .where(isInDispute),
                of.lit(0),
              )
              .as('disputed'),
          ];
        })
        .where('users.id', 'in', userIds)
        .groupBy('users.id'),
    )
    .updateTable('users')
    .from('record')
    .set((of) => ({
      deals_completed: of.ref('record.completed'),
      deals_ended: of.ref('record.ended'),
      deals_disputed: of.ref('record.disputed'),
      payment_days: of.ref('record.days'),
    }))
    .whereRef('users.id', '=', 'record.id')
    .where('users.deleted_at', 'is', null)
    .execute();
}

const isBuyer = eb('users.id', '=', eb.ref('deals.buyer_id'));
const isSeller = eb('users.id', '=', eb.ref('deals.seller_id'));
const isTheirs = eb.or([isBuyer, isSeller]);
const inIndia = (time: Expression<unknown>) => sql<Date>`(${time} at time zone 'Asia/Kolkata')`;
const dayOf = (time: Expression<unknown>) => eb.cast<number>(inIndia(time), 'date');
const paymentDays = eb(
  dayOf(eb.fn('greatest', ['buyer_paid_at', 'seller_paid_at'])),
  '-',
  dayOf(eb.ref('deals.created_at')),
);
const cancelledAlone = (one: 'buyer' | 'seller', other: 'buyer' | 'seller') =>
  eb.and([eb(`${one}_cancelled_at`, 'is not', null), eb(`${other}_cancelled_at`, 'is', null)]);
/** Deals of earlier releases count, because they were not looked at. */
const passesRules = eb('deals.passes_rules', 'is distinct from', false);
/** As `sideInDispute` of the contract says, where the cancellation counts. */
export const isDisputed = eb.and([
  passesRules,
  eb('deals.status', '=', 'cancelled'),
  eb(eb.fn('num_nonnulls', ['buyer_cancelled_at', 'seller_cancelled_at']), '=', eb.lit(1)),
  eb.or([eb('buyer_paid_at', 'is not', null), eb('deals.advance', 'is not', null)]),
]);
const isSettled = eb.and([eb('buyer_settled_at', 'is not', null), eb('seller_settled_at', 'is not', null)]);
const cancelledByThem = eb.or([
  eb.and([isBuyer, cancelledAlone('buyer', 'seller')]),
  eb.and([isSeller, cancelledAlone('seller', 'buyer')]),
]);
const isInDispute = eb.and([isDisputed, eb.not(isSettled)]);
const countsForThem = eb.or([
  eb.ref('deals.is_counted'),
  eb.and([
    eb('deals.status', '=', 'cancelled'),
    cancelledByThem,
    passesRules,
    eb.not(eb.and([isDisputed, isSettled])),
  ]),
  eb.and([isBuyer, eb('deals.overdue', '=', 'buyer'), passesRules]),
  eb.and([isSeller, eb('deals.overdue', '=', 'seller'), passesRules]),
]);

/** Writes what is left of a post, which the caller has locked. */
export async function setStock(
  trx: Transaction,
  postId: string,
  { quantity, amount }: Stock,
  isAvailable?: boolean,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({
      quantity,
      amounts: changeAmounts({ quantity: amount }),
      ...(isAvailable !== undefined && { is_available: isAvailable }),
      updated_at: new Date(),
    })
    .where('id', '=', postId)
    .execute();
}
