import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import { offerStatuses, type OfferStatus, type Side } from '@upaj/contract/deals/offer-machine';
import { isOfferOpen } from '#src/chat/rows.ts';
import type { Transaction } from '#src/platform/db/connect.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { todayInIndia } from '#src/platform/db/times.ts';
import { canSeeWanted } from '#src/trade/access.ts';

const eb = expressionBuilder<DB, 'offers'>();

export const isExpired = eb.and([eb('offers.status', '=', 'open'), eb.not(isOfferOpen)]);

/** The offers with a status by the clock, or all of them, as conditions that the indexes of a side find. */
export function conditionsOf(status: OfferStatus | undefined): Expression<SqlBool>[] {
  if (status === 'open') return [isOfferOpen];
  const isStored = (status ? [status] : offerStatuses).map((each) => eb('offers.status', '=', each));
  return status === 'expired' ? [...isStored, isExpired] : isStored;
}

/** This side made the first round. */
export function isMadeBy(side: Side): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('offer_changes as first')
      .select('first.version')
      .whereRef('first.offer_id', '=', 'offers.id')
      .where('first.version', '=', 1)
      .where('first.by_side', '=', side),
  );
}

/** The author of an open wanted post that the user sees. */
export async function findWantedAuthor(
  trx: Transaction,
  wantedId: string,
  viewerId: string,
): Promise<string | undefined> {
  const wanted = await trx
    .selectFrom('wanted_posts as wanted')
    .select('author_id as authorId')
    .where('wanted.id', '=', wantedId)
    .where('is_open', '=', true)
    .where('end_date', '>=', todayInIndia)
    .where(canSeeWanted(viewerId))
    .executeTakeFirst();
  return wanted?.authorId;
}
