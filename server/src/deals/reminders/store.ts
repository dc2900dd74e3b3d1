import { sql } from 'kysely';
import type { DealState } from '@upaj/contract/deals/deal-machine';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { AgreedTerms, PartyAccount } from '#src/deals/deals/counted-deal.ts';
import { agreedTermsOf, dealStateOf } from '#src/deals/deals/rows.ts';
import { isOfferOpen } from '#src/deals/offers/rows.ts';
import type { PostGoods } from '#src/mandi/market-page/service.ts';
import { mayMeet } from '#src/people/access.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import { dayInIndiaIn, daysAgo, todayInIndia } from '#src/platform/db/times.ts';

export interface DueDeal extends DealState {
  id: string;
  buyerId: string;
  sellerId: string;
  /** The sides that are not blamed: those that reported a problem, and those whose partner's account is deleted. */
  excused: readonly Side[];
  /** Whether the last of the two reminders is due. */
  isLast: boolean;
  terms: AgreedTerms;
  accounts: readonly PartyAccount[];
  goods: PostGoods;
}

/**
 * Each function finds and locks at most this many rows. It skips rows that others have locked; the next run finds them.
 */
const batch = 500;

/** Finds open offers that expire soon, with the user whose turn it is, once for each round. */
export async function lockExpiringOffers(trx: Transaction, until: Date) {
  return trx
    .selectFrom('offers')
    .innerJoin('users', (join) =>
      join.on((eb) => {
        const isBuyersTurn = eb('turn', '=', 'buyer');
        const responder = eb.case().when(isBuyersTurn).then(eb.ref('buyer_id')).else(eb.ref('seller_id'));
        return eb('users.id', '=', responder.end());
      }),
    )
    .select((eb) => [
      'offers.id',
      'users.id as userId',
      mayMeet(eb.ref('buyer_id'), eb.ref('seller_id')).as('mayMeet'),
    ])
    .where(isOfferOpen)
    .where('is_reminded', '=', false)
    .where('valid_until', '<=', until)
    .orderBy('valid_until')
    .limit(batch)
    .modifyEnd(sql`for update of offers skip locked for key share of users skip locked`)
    .execute();
}

export async function setOffersReminded(trx: Transaction, ids: readonly string[]): Promise<void> {
  await trx.updateTable('offers').set({ is_reminded: true }).where('id', 'in', ids).execute();
}

/**
 * Finds deals whose goods are picked up soon. Leaves out those whose delivery one side confirmed, and those of deleted
 * accounts.
 */
export async function lockPickups(trx: Transaction, hoursBefore: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('deals')
    .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
    .innerJoin('users as sellers', 'sellers.id', 'deals.seller_id')
    .select('deals.id')
    .where('ended_at', 'is', null)
    .where('is_pickup_reminded', '=', false)
    .where('pickup_date', '>=', todayInIndia)
    .where('pickup_date', '<=', dayInIndiaIn(hoursBefore))
    .where('seller_delivered_at', 'is', null)
    .where('buyer_delivered_at', 'is', null)
    .where('buyers.deleted_at', 'is', null)
    .where('sellers.deleted_at', 'is', null)
    .orderBy('pickup_date')
    .limit(batch)
    .modifyEnd(sql`for update of deals skip locked for no key update of buyers, sellers skip locked`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function setPickupsReminded(trx: Transaction, ids: readonly string[]): Promise<void> {
  await trx.updateTable('deals').set({ is_pickup_reminded: true }).where('id', 'in', ids).execute();
}

/** Finds deals that did not change for so many days. */
export async function lockDueDeals(
  trx: Transaction,
  afterDays: { first: number; last: number },
): Promise<DueDeal[]> {
  const [first, last] = [daysAgo(afterDays.first), daysAgo(afterDays.last)];
  const rows = await trx
    .selectFrom('deals')
    .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
    .innerJoin('users as sellers', 'sellers.id', 'deals.seller_id')
    .selectAll('deals')
    .select((eb) => [
      eb('changed_at', '<=', last).as('isLast'),
      'buyers.deleted_at as buyerDeletedAt',
      'sellers.deleted_at as sellerDeletedAt',
      'buyers.created_at as buyerSince',
      'buyers.is_verified as isBuyerVerified',
      'sellers.created_at as sellerSince',
      'sellers.is_verified as isSellerVerified',
    ])
    .where('status', 'not in', ['completed', 'cancelled'])
    .where('reminders', '<', 2)
    .where('changed_at', '<=', (eb) => eb.case().when('reminders', '=', 0).then(first).else(last).end())
    .orderBy('changed_at')
    .limit(batch)
    .modifyEnd(sql`for update of deals skip locked for no key update of buyers, sellers skip locked`)
    .execute();
  // The deals are locked by now, so that a problem that was reported while the rows were read counts too.
  const problems = await trx
    .selectFrom('deal_events')
    .select(['deal_id', 'by_side'])
    .where((eb) => eb('deal_id', '=', eb.fn.any(eb.val(rows.map(({ id }) => id)))))
    .where('kind', '=', 'problem')
    .execute();
  const problemsOf = Map.groupBy(problems, (problem) => problem.deal_id);
  return rows.map((row) => {
    const excused = (problemsOf.get(row.id) ?? []).map((problem) => problem.by_side as Side);
    if (row.buyerDeletedAt) excused.push('seller');
    if (row.sellerDeletedAt) excused.push('buyer');
    const { id, buyer_id: buyerId, seller_id: sellerId } = row;
    return {
      ...dealStateOf(row),
      id,
      buyerId,
      sellerId,
      excused,
      isLast: row.isLast === true,
      terms: agreedTermsOf(row),
      accounts: [
        { createdAt: row.buyerSince, isVerified: row.isBuyerVerified },
        { createdAt: row.sellerSince, isVerified: row.isSellerVerified },
      ],
      goods: {
        cropKey: row.crop_key,
        state: row.state,
        district: row.district,
        priceUnit: row.price_unit,
        variety: '',
      },
    };
  });
}

export async function setDealReminded(
  trx: Transaction,
  dealId: string,
  {
    reminders,
    overdue,
    passesRules,
  }: { reminders: number; overdue: Side | null; passesRules: boolean | null },
): Promise<void> {
  await trx
    .updateTable('deals')
    .set({ reminders, overdue, passes_rules: passesRules })
    .where('id', '=', dealId)
    .execute();
}
