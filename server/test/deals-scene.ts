import { sql } from 'kysely';
import type { DealState } from '@upaj/contract/deals/deal-machine';
import type { OfferState, Side } from '@upaj/contract/deals/offer-machine';
import { expect } from 'vitest';
import type { Database } from '#src/platform/db/connection.ts';
import type { Member } from './rows.ts';

export type Actor = Side | 'stranger';

export interface Scene {
  postId: string;
  members: Record<Actor, Member>;
}

export interface Seen {
  offer: (OfferState & { id: string; changes: { action: string; by: Side }[] }) | undefined;
  deal: (DealState & { id: string }) | undefined;
  isForSale: boolean;
  madeToday: number;
  /** `left` is the quantity of the post and `wanted` that of the last round, in quintals. */
  left: number;
  wanted: number;
  /** The notification that tells the stranger, whose offer stays open, that the post is sold out; null without it. */
  soldOut: string | null;
}

export async function look(db: Database, { postId, members: { buyer, stranger } }: Scene): Promise<Seen> {
  const { id: buyerId } = buyer;
  const { rows } = await sql<Seen>`
    select (
      select json_build_object('id', id, 'status', case when status = 'open' and valid_until <= now() then 'expired' else status end,
        'turn', turn, 'version', version, 'changes', (
        select json_agg(json_build_object('action', action, 'by', by_side) order by version)
        from offer_changes where offer_id = offers.id))
      from offers where buyer_id = ${buyerId} order by id desc limit 1
    ) as offer, (
      select json_build_object('id', id, 'status', status,
        'confirmations', json_build_object('delivered', json_build_object('buyer', buyer_delivered_at, 'seller', seller_delivered_at),
          'paid', json_build_object('buyer', buyer_paid_at, 'seller', seller_paid_at)),
        'cancellations', json_build_object('buyer', buyer_cancelled_at, 'seller', seller_cancelled_at))
      from deals where buyer_id = ${buyerId} order by id desc limit 1
    ) as deal, is_available as "isForSale", (
      select count(*)::int from offers where buyer_id = ${buyerId} and created_at > now() - interval '1 day'
    ) as "madeToday", replace(replace(quantity, ' quintal', ''), ',', '')::float8 as left, (
      select quantity::float8 from offer_changes join offers on offers.id = offer_id
      where buyer_id = ${buyerId} and quantity is not null order by offer_id desc, offer_changes.version desc limit 1
    ) as wanted, (
      select max(id::text) from notifications where user_id = ${stranger.id} and data ->> 'event' = 'soldOut'
    ) as "soldOut" from posts where id = ${postId}`.execute(db);
  const [row] = rows;
  return {
    offer: row?.offer ?? undefined,
    deal: row?.deal ?? undefined,
    isForSale: row?.isForSale ?? false,
    madeToday: row?.madeToday ?? 0,
    left: row?.left ?? 0,
    wanted: row?.wanted ?? 0,
    soldOut: row?.soldOut ?? null,
  };
}

/** Checks that a deal that takes the last goods ends the sale, and that returned goods begin it again. */
export function checkSale(kind: string | undefined, before: Seen, { isForSale, left, soldOut }: Seen): void {
  if (kind === 'sell') return;
  const isMade = kind === 'accept' && isForSale !== before.isForSale;
  const isBack = before.left === 0 && left > 0;
  expect(isForSale).toBe(isBack || (before.isForSale && !isMade));
  expect(isMade && left > 0).toBe(false);
  if (kind === 'accept' && before.left > 0 && left === 0) expect(isForSale).toBe(false);
  // An offer has one notification: when the goods are sold again, a newer one replaces it.
  expect(soldOut !== before.soldOut).toBe(isMade);
}

/** A market without rates. */
export const noMarket = {
  currentBoard: async () => ({
    byGoods: new Map(),
    places: new Map(),
    markets: new Map(),
    commodities: [],
    varieties: new Map(),
  }),
  findReferencePrice: async () => null,
  findLoadedReference: () => null,
};

export const day = 24 * 3_600_000;
export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

/** Sets the last change of the buyer's open deals to so many days ago. */
export async function restDeals(db: Database, buyerId: string, days: number): Promise<void> {
  await db
    .updateTable('deals')
    .set({ changed_at: ago(days * day) })
    .where('buyer_id', '=', buyerId)
    .where('ended_at', 'is', null)
    .execute();
}
