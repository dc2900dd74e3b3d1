import { sql, type RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Review, ReviewForm } from '@upaj/contract/deals/reviews';
import type { Database } from '#src/platform/db/connect.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { isoTime, microsOf, timeOf } from '#src/platform/db/times.ts';
import { isBlockedBetween, isActivePerson } from '#src/people/access.ts';
import type { ListCursor, ListRow } from '#src/platform/http/paging.ts';

const reviewJson = sql<Review>`json_build_object(
  '_id', reviews.id, 'rating', reviews.rating, 'isAfterDeal', reviews.is_after_deal, 'date', ${isoTime('reviews.updated_at')},
  'reviewerName', case when ${isActivePerson} then users.full_name else 'Deleted account' end,
  'reviewerPhoto', case when ${isActivePerson} then users.avatar end,
  'reviewerUsername', case when ${isActivePerson} then users.username end,
  'comment', case when ${isActivePerson} then reviews.comment else '' end,
  'answer', case when reviews.answer is not null then json_build_object(
    'text', reviews.answer, 'date', ${isoTime('reviews.answered_at')}) end)`;

export interface ReviewedPerson {
  id: string;
  isActivePerson: boolean;
  totalReviews: number;
  hasBlockedViewer: boolean;
}

export interface Eligibility {
  isBlocked: boolean;
  /** Both wrote to each other, or they have a deal. */
  haveMet: boolean;
  review: Review | null;
}

export function reviewsStore(db: Database) {
  return {
    async findPerson(username: string, viewerId: string): Promise<ReviewedPerson | undefined> {
      const { rows } = await sql<ReviewedPerson>`
        select id, total_reviews as "totalReviews", ${isActivePerson} as "isActivePerson", exists (
          select 1 from blocks where blocker_id = users.id and blocked_id = ${viewerId}) as "hasBlockedViewer"
        from users where lower(username) = ${username.toLowerCase()}`.execute(db);
      return rows[0];
    },

    async findPage(personId: string, limit: number, cursor: ListCursor | undefined) {
      const beyond = cursor
        ? sql`and (reviews.updated_at, reviews.id)
            < (${timeOf(cursor.at)}, ${cursor.id}::uuid)`
        : sql``;
      const { rows } = await sql<ListRow<Review>>`
        select reviews.id, ${microsOf('reviews.updated_at')} as at, ${reviewJson} as item
        from reviews join users on users.id = reviews.reviewer_id
        where reviews.person_id = ${personId} ${beyond}
        order by reviews.updated_at desc, reviews.id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    async findReview(reviewId: string) {
      const { rows } = await sql<{ personId: string; review: Review }>`
        select reviews.person_id as "personId", ${reviewJson} as review
        from reviews join users on users.id = reviews.reviewer_id where reviews.id = ${reviewId}`.execute(db);
      return rows[0];
    },

    findEligibility: (viewerId: string, personId: string) => findEligibility(db, viewerId, personId),

    /**
     * Locks the person: the rating stays exact and a block cannot interleave. `check` runs under the lock.
     */
    async saveReview(
      viewerId: string,
      personId: string,
      { rating, comment, savedAt }: ReviewForm & { savedAt: Date },
      check: (eligibility: Eligibility) => void,
    ): Promise<Review | null> {
      return db.transaction().execute(async (trx) => {
        await lockPerson(trx, personId);
        if (!(await lockReviewer(trx, viewerId))) return null;
        check(await findEligibility(trx, viewerId, personId));
        const ofSaved = sql`jsonb_build_object('reviewId', saved.id, 'reviewerId', ${viewerId}::uuid)`;
        await sql`
          with old as (select rating from reviews where reviewer_id = ${viewerId} and person_id = ${personId}),
          saved as (
            insert into reviews (id, reviewer_id, person_id, rating, comment, is_after_deal, created_at, updated_at)
            values (${uuidv7()}, ${viewerId}, ${personId}, ${rating}, ${comment},
              ${haveDealt(viewerId, personId, sql`and status = 'completed'`)}, ${savedAt}, ${savedAt})
            on conflict (reviewer_id, person_id) do update set rating = excluded.rating, comment = excluded.comment,
              is_after_deal = excluded.is_after_deal, updated_at = excluded.updated_at
            returning id, rating
          ), reused as (
            update notifications set data = ${ofSaved} from saved
            where user_id = ${personId} and kind = 'review' and data ->> 'reviewerId' = ${viewerId}::text
              and not exists (select from old) and (not is_read or notifications.created_at > ${savedAt}::timestamptz - interval '1 day')
            returning notifications.id
          ), notified as (
            insert into notifications (id, user_id, kind, created_at, data)
            select ${newRowId}, ${personId}, 'review', ${savedAt}::timestamptz, ${ofSaved}
            from saved where not exists (select from old) and not exists (select from reused)
          )
          update users set rating_sum = rating_sum + saved.rating - coalesce((select rating from old), 0),
            total_reviews = total_reviews + (not exists (select 1 from old))::int
          from saved where users.id = ${personId}`.execute(trx);
        // Under the lock: later the author may have deleted it.
        return (await findEligibility(trx, viewerId, personId)).review;
      });
    },

    async deleteReview(viewerId: string, personId: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        await lockPerson(trx, personId);
        const { rows } = await sql`
          with removed as (
            delete from reviews where reviewer_id = ${viewerId} and person_id = ${personId} returning rating
          )
          update users set rating_sum = rating_sum - removed.rating, total_reviews = total_reviews - 1
          from removed where users.id = ${personId} returning users.id`.execute(trx);
        return rows.length > 0;
      });
    },

    async addAnswer(reviewId: string, personId: string, text: string, answeredAt: Date): Promise<boolean> {
      const { rows } = await sql`
        update reviews set answer = ${text}, answered_at = ${answeredAt}
        where id = ${reviewId} and person_id = ${personId} and answer is null returning id`.execute(db);
      return rows.length > 0;
    },
  };
}

export type ReviewsStore = ReturnType<typeof reviewsStore>;

async function lockPerson(trx: Database, personId: string): Promise<void> {
  await sql`select id from users where id = ${personId} for no key update`.execute(trx);
}

/** The account is not deleted before the end of the transaction. False when it is already. */
async function lockReviewer(trx: Database, viewerId: string): Promise<boolean> {
  const reviewer = trx.selectFrom('users').select('id').where('member_id', '=', viewerId).forKeyShare();
  return (await reviewer.execute()).length > 0;
}

function haveDealt(one: string, other: string, condition: RawBuilder<unknown> = sql``): RawBuilder<boolean> {
  return sql<boolean>`exists (select from deals
    where (buyer_id, seller_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)) ${condition})`;
}

async function findEligibility(db: Database, viewerId: string, personId: string): Promise<Eligibility> {
  const { rows } = await sql<Eligibility>`select ${isBlockedBetween(viewerId, personId)} as "isBlocked",
    exists (select 1 from conversations where low_wrote and high_wrote
      and low_id = least(${viewerId}::uuid, ${personId}::uuid)
      and high_id = greatest(${viewerId}::uuid, ${personId}::uuid))
      or ${haveDealt(viewerId, personId)} as "haveMet",
    (select ${reviewJson} from reviews join users on users.id = reviews.reviewer_id
      where reviewer_id = ${viewerId} and person_id = ${personId}) as review`.execute(db);
  return rows[0] ?? { isBlocked: false, haveMet: false, review: null };
}
