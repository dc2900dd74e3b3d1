import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connection.ts';
import type { Market } from './people.ts';

/**
 * Returns the buyer and the seller of the offer with this number. All numbers below the square of half the writers have
 * different pairs. No person is in two offers at a time.
 */
export function pairOf({ writers }: Market, number: number) {
  const half = Math.floor(writers.length / 2);
  const buyer = writers[number % half];
  const seller = writers[half + ((number + Math.floor(number / half)) % half)];
  if (!buyer || !seller) throw new Error('There are no writers');
  return { buyer, seller };
}

export function offerId(number: number): string {
  return `01900000-0003-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Adds `count` open offers between the pairs of the numbers from `from` on. */
export async function addOpenOffers(
  db: Database,
  market: Market,
  from: number,
  count: number,
): Promise<void> {
  for (let start = from; start < from + count; start += 10_000) {
    const numbers = Array.from(
      { length: Math.min(10_000, from + count - start) },
      (_, index) => start + index,
    );
    const pairs = numbers.map((number) => pairOf(market, number));
    await sql`
      insert into offers (id, client_id, post_id, buyer_id, seller_id, title, crop_type, crop_key, turn, valid_until)
      select given.id, given.id, posts.id, buyer_id, author_id, title, crop_type, crop_key, 'seller', now() + interval '3 days'
      from unnest(${numbers.map(offerId)}::uuid[], ${pairs.map(({ buyer }) => buyer.id)}::uuid[],
        ${pairs.map(({ seller }) => seller.postId)}::uuid[]) given (id, buyer_id, post_id)
      join posts on posts.id = given.post_id`.execute(db);
  }
  const isNew = sql`id between ${offerId(from)}::uuid and ${offerId(from + count - 1)}::uuid`;
  await sql`
    insert into offer_changes
      (offer_id, version, action, by_side, quantity, unit, price, price_unit, delivery, total, note, valid_until)
    select id, 1, 'offer', 'buyer', 0.01, 'quintal', 2105.75, 'per quintal', 'pickup', 21.06, '', now() + interval '3 days'
    from offers where ${isNew}`.execute(db);
}
