import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ReviewForm } from '@upaj/contract/reviews';
import type { Database } from '#src/db/connect.ts';
import { isoTime } from '#src/db/json.ts';
import { isBlockedBetween, isThere } from '#src/db/people.ts';
import type { ListCursor } from '#src/http/list-cursor.ts';

/** A review as JSON text in the contract's shape, from `reviews` joined with its author in `users`. */
const reviewJson = sql<string>`json_build_object(
  '_id', reviews.id, 'rating', reviews.rating, 'date', ${isoTime('reviews.updated_at')},
  'reviewerName', case when ${isThere} then users.full_name else 'Deleted account' end,
  'reviewerPhoto', case when ${isThere} then users.avatar end,
  'reviewerUsername', case when ${isThere} then users.username end,
  'comment', case when ${isThere} then reviews.comment else '' end,
  'answer', case when reviews.answer is not null then json_build_object(
    'text', reviews.answer, 'date', ${isoTime('reviews.answered_at')}) end)::text`;

/** Microseconds since 1970; a float8 holds them exactly. */
const updatedMicros = sql<number>`(extract(epoch from reviews.updated_at) * 1000000)::float8`;

/** The reviewed person as the viewer may meet them, and what lies between the two. */
export interface ReviewedPerson {
  id: string;
  isThere: boolean;
  totalReviews: number;
  /** The person has blocked the viewer. */
  hasBlockedViewer: boolean;
}

export interface Standing {
  isBlocked: boolean;
  /** Both have written to each other. */
  haveWritten: boolean;
  /** The viewer's review of this person as JSON text. */
  review: string | null;
}

export function reviewsStore(db: Database) {
  return {
    /** The username in any letter case. */
    async findPerson(username: string, viewerId: string): Promise<ReviewedPerson | undefined> {
      const { rows } = await sql<ReviewedPerson>`
        select id, total_reviews as "totalReviews", ${isThere} as "isThere", exists (
          select 1 from blocks where blocker_id = users.id and blocked_id = ${viewerId}) as "hasBlockedViewer"
        from users where lower(username) = ${username.toLowerCase()}`.execute(db);
      return rows[0];
    },

    async findPage(personId: string, limit: number, cursor: ListCursor | undefined) {
      const beyond = cursor
        ? sql`and (reviews.updated_at, reviews.id)
            < (timestamptz 'epoch' + ${cursor.at}::float8 * interval '1 microsecond', ${cursor.id}::uuid)`
        : sql``;
      const { rows } = await sql<{ id: string; at: number; json: string }>`
        select reviews.id, ${updatedMicros} as at, ${reviewJson} as json
        from reviews join users on users.id = reviews.reviewer_id
        where reviews.person_id = ${personId} ${beyond}
        order by reviews.updated_at desc, reviews.id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    async findReview(reviewId: string) {
      const { rows } = await sql<{ personId: string; isAnswered: boolean; json: string }>`
        select reviews.person_id as "personId", answer is not null as "isAnswered", ${reviewJson} as json
        from reviews join users on users.id = reviews.reviewer_id where reviews.id = ${reviewId}`.execute(db);
      return rows[0];
    },

    findStanding: (viewerId: string, personId: string) => findStanding(db, viewerId, personId),

    /**
     * Writes or changes the viewer's review while the person's row is held, so that sum and count follow every star and a
     * block that is being written comes wholly before or wholly after. `check` is asked once nobody can change the answer.
     * @returns the review as JSON text.
     */
    async saveReview(
      viewerId: string,
      personId: string,
      { rating, comment }: ReviewForm,
      check: (standing: Standing) => void,
    ): Promise<string> {
      return db.transaction().execute(async (trx) => {
        await holdPerson(trx, personId);
        check(await findStanding(trx, viewerId, personId));
        await sql`
          with old as (select rating from reviews where reviewer_id = ${viewerId} and person_id = ${personId}),
          saved as (
            insert into reviews (id, reviewer_id, person_id, rating, comment)
            values (${uuidv7()}, ${viewerId}, ${personId}, ${rating}, ${comment})
            on conflict (reviewer_id, person_id) do update
              set rating = excluded.rating, comment = excluded.comment, updated_at = now()
            returning rating
          )
          update users set
            rating_sum = rating_sum + saved.rating - coalesce((select rating from old), 0),
            total_reviews = total_reviews + (not exists (select 1 from old))::int
          from saved where users.id = ${personId}`.execute(trx);
        // Read while the person's row is held: afterwards the same person may have taken it back.
        return (await findStanding(trx, viewerId, personId)).review ?? '';
      });
    },

    /** @returns whether there was one. */
    async deleteReview(viewerId: string, personId: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        await holdPerson(trx, personId);
        const { rows } = await sql`
          with removed as (
            delete from reviews where reviewer_id = ${viewerId} and person_id = ${personId} returning rating
          )
          update users set rating_sum = rating_sum - removed.rating, total_reviews = total_reviews - 1
          from removed where users.id = ${personId} returning users.id`.execute(trx);
        return rows.length > 0;
      });
    },

    /** @returns whether it was the first answer, and the person's to give. */
    async addAnswer(reviewId: string, personId: string, text: string): Promise<boolean> {
      const { rows } = await sql`
        update reviews set answer = ${text}, answered_at = now()
        where id = ${reviewId} and person_id = ${personId} and answer is null returning id`.execute(db);
      return rows.length > 0;
    },
  };
}

export type ReviewsStore = ReturnType<typeof reviewsStore>;

async function holdPerson(trx: Database, personId: string): Promise<void> {
  await sql`select id from users where id = ${personId} for no key update`.execute(trx);
}

async function findStanding(db: Database, viewerId: string, personId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`select ${isBlockedBetween(viewerId, personId)} as "isBlocked",
    exists (select 1 from conversations where low_wrote and high_wrote
      and low_id = least(${viewerId}::uuid, ${personId}::uuid)
      and high_id = greatest(${viewerId}::uuid, ${personId}::uuid))
      as "haveWritten",
    (select ${reviewJson} from reviews join users on users.id = reviews.reviewer_id
      where reviewer_id = ${viewerId} and person_id = ${personId}) as review`.execute(db);
  return rows[0] ?? { isBlocked: false, haveWritten: false, review: null };
}
