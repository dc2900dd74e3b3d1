import { mayBeSoldOut, stockOf, takeQuantity } from '@upaj/contract/deals/quantity';
import { addDeal } from '#src/deals/deals/rows.ts';
import { setStock } from '#src/deals/rows.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import { lastRound } from './rounds.ts';
import { notifyOfSoldOut } from './rows.ts';
import type { Change, LockedOffer, OfferedPost } from './store.ts';

/**
 * Makes the deal, and takes its goods from the post as far as the post's quantity can be read. When nothing is left,
 * the post is sold out, and the buyers of its other open offers are notified.
 */
export async function makeDeal(
  trx: Transaction,
  id: string,
  { by, at }: Change,
  locked: LockedOffer,
  post: OfferedPost,
): Promise<void> {
  const terms = lastRound(locked.offer);
  const took = takeQuantity(stockOf(post), terms);
  const taken = took && { quantity: took.taken, unit: took.takenUnit };
  await addDeal(trx, { id, by, at }, locked, terms, post, taken);
  if (!took) return;
  const isSoldOut = mayBeSoldOut(took.left);
  await setStock(trx, post.id, took.left, isSoldOut ? false : undefined);
  if (isSoldOut) await notifyOfSoldOut(trx, post.id, at);
}
