import { expressionBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Review, ReviewForm } from '@upaj/contract/deals/reviews';
import type { PartyAccount } from '#src/deals/deals/counted-deal.ts';
import { hasBlocked, isActivePerson, isBlockedBetween } from '#src/people/access.ts';
import { isNamed } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isBefore } from '#src/platform/db/pages.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime, microsOf } from '#src/platform/db/times.ts';
import type { ListCursor, ListRow } from '#src/platform/http/paging.ts';

export interface ReviewedPerson {
  id: string;
  isActive: boolean;
  totalReviews: number;
  hasBlockedViewer: boolean;
}

export interface Eligibility {
  isBlocked: boolean;
  /** Whether both wrote to each other, or have a deal. */
  haveMet: boolean;
  /** Whether they completed a deal that counts, as `isCountedDeal` says. */
  haveCountedDeal: boolean;
  /** Whether they have one that a side cancelled or let rest, and that counts against it by the same rules. */
  haveFailedDeal: boolean;
  review: Review | null;
}

/** What a review adds to the totals of the person it is about. */
export interface ReviewTotals {
  reviews: number;
  afterDeal: number;
  stars: number;
}

export interface NewReview extends ReviewForm {
  reviewerId: string;
  personId: string;
  isAfterDeal: boolean;
  isCounted: boolean;
  savedAt: Date;
}

const eb = expressionBuilder<DB, 'reviews' | 'users'>();

const ifActive = (column: 'full_name' | 'avatar' | 'username') =>
  eb
    .case()
    .when(isActivePerson)
    .then(eb.ref(`users.${column}`));

/** Reads rows of `reviews` joined with their authors in `users`. */
const reviewJson = jsonBuildObject({
  _id: eb.ref('reviews.id'),
  rating: eb.ref('reviews.rating'),
  isAfterDeal: eb.ref('reviews.is_after_deal'),
  isCounted: eb.ref('reviews.is_counted'),
  date: isoTime('reviews.updated_at'),
  reviewerName: ifActive('full_name').else('Deleted account').end(),
  reviewerPhoto: ifActive('avatar').end(),
  reviewerUsername: ifActive('username').end(),
  comment: eb.case().when(isActivePerson).then(eb.ref('reviews.comment')).else('').end(),
  answer: eb
    .case()
    .when('reviews.answer', 'is not', null)
    .then(jsonBuildObject({ text: eb.ref('reviews.answer'), date: isoTime('reviews.answered_at') }))
    .end(),
} satisfies Record<keyof Review, unknown>).$castTo<Review>();

export function reviewsStore({ db }: { db: Database }) {
  const withReviewers = (executor: Database) =>
    executor.selectFrom('reviews').innerJoin('users', 'users.id', 'reviews.reviewer_id');

  return {
    findPerson(username: string, viewerId: string): Promise<ReviewedPerson | undefined> {
      return db
        .selectFrom('users')
        .select((of) => [
          'users.id',
          isActivePerson.as('isActive'),
          'total_reviews as totalReviews',
          hasBlocked(of.ref('users.id'), viewerId).as('hasBlockedViewer'),
        ])
        .where(isNamed(username))
        .executeTakeFirst();
    },

    /** Reviews that do not count are shown to their authors only. */
    findPage(
      personId: string,
      viewerId: string,
      limit: number,
      cursor: ListCursor | undefined,
    ): Promise<ListRow<Review>[]> {
      return withReviewers(db)
        .select(['reviews.id', microsOf('reviews.updated_at').as('at'), reviewJson.as('item')])
        .where('person_id', '=', personId)
        .where(eb.or([eb.ref('reviews.is_counted'), eb('reviewer_id', '=', viewerId)]))
        .where(isBefore('reviews.updated_at', 'reviews.id', cursor))
        .orderBy('reviews.updated_at', 'desc')
        .orderBy('reviews.id', 'desc')
        .limit(limit + 1)
        .execute();
    },

    findReview(reviewId: string, executor: Database = db) {
      return withReviewers(executor)
        .select(['person_id as personId', reviewJson.as('review')])
        .where('reviews.id', '=', reviewId)
        .executeTakeFirst();
    },

    /** Locks the reviewed person, so that the totals stay exact and no block is added meanwhile. */
    async lockPerson(trx: Transaction, personId: string): Promise<void> {
      await trx.selectFrom('users').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
    },

    /**
     * Locks the reviewer, so that the account is not deleted before the transaction ends. Returns undefined when it is
     * deleted.
     */
    async lockReviewer(trx: Transaction, reviewerId: string): Promise<PartyAccount | undefined> {
      return trx
        .selectFrom('users')
        .select(['created_at as createdAt', 'is_verified as isVerified'])
        .where('member_id', '=', reviewerId)
        .forKeyShare()
        .executeTakeFirst();
    },

    findEligibility(viewerId: string, personId: string, executor: Database = db): Promise<Eligibility> {
      const [lowId = '', highId = ''] = [viewerId, personId].toSorted();
      return executor
        .selectNoFrom((of) => {
          const deals = of
            .selectFrom('deals')
            .select('deals.id')
            .where('buyer_id', 'in', [viewerId, personId])
            .where('seller_id', 'in', [viewerId, personId]);
          const conversation = of
            .selectFrom('conversations')
            .select('conversations.id')
            .where('low_id', '=', lowId)
            .where('high_id', '=', highId)
            .where('low_wrote', '=', true)
            .where('high_wrote', '=', true);
          return [
            isBlockedBetween(viewerId, personId).as('isBlocked'),
            of
              .or([of.exists(conversation), of.exists(deals)])
              .$castTo<boolean>()
              .as('haveMet'),
            of
              .exists(deals.where('is_counted', '=', true))
              .$castTo<boolean>()
              .as('haveCountedDeal'),
            of
              .exists(deals.where('passes_rules', '=', true))
              .$castTo<boolean>()
              .as('haveFailedDeal'),
            withReviewers(executor)
              .select(reviewJson.as('review'))
              .where('reviewer_id', '=', viewerId)
              .where('person_id', '=', personId)
              .$asScalar()
              .as('review'),
          ];
        })
        .executeTakeFirstOrThrow();
    },

    /** Returns whether one of these accounts, other than the reviewer's, wrote a review about the person that counts. */
    async hasCountedOf(
      trx: Transaction,
      accounts: readonly string[],
      { reviewerId, personId }: Pick<NewReview, 'reviewerId' | 'personId'>,
    ): Promise<boolean> {
      const found = await trx
        .selectFrom('reviews')
        .select('id')
        .where((of) => of('reviewer_id', '=', of.fn.any(of.val(accounts))))
        .where('reviewer_id', '!=', reviewerId)
        .where('person_id', '=', personId)
        .where('is_counted', '=', true)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** @returns the id of the review, which stays when the review is changed */
    async save(trx: Transaction, review: NewReview): Promise<string> {
      const { reviewerId, personId, rating, comment, isAfterDeal, isCounted, savedAt } = review;
      const kind = { is_after_deal: isAfterDeal, is_counted: isCounted };
      const changes = { rating, comment, ...kind, updated_at: savedAt };
      const { id } = await trx
        .insertInto('reviews')
        .values({
          ...changes,
          id: uuidv7(),
          reviewer_id: reviewerId,
          person_id: personId,
          created_at: savedAt,
        })
        .onConflict((conflict) => conflict.columns(['reviewer_id', 'person_id']).doUpdateSet(changes))
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    remove(trx: Transaction, reviewerId: string, personId: string) {
      return trx
        .deleteFrom('reviews')
        .where('reviewer_id', '=', reviewerId)
        .where('person_id', '=', personId)
        .returning(['rating', 'is_after_deal as isAfterDeal', 'is_counted as isCounted'])
        .executeTakeFirst();
    },

    async addToTotals(trx: Transaction, personId: string, { reviews, afterDeal, stars }: ReviewTotals) {
      await trx
        .updateTable('users')
        .set((of) => ({
          total_reviews: of('total_reviews', '+', reviews),
          reviews_after_deal: of('reviews_after_deal', '+', afterDeal),
          rating_sum: of('rating_sum', '+', stars),
        }))
        .where('id', '=', personId)
        .execute();
    },

    /** Returns false when the review has an answer, or is about someone else. */
    async addAnswer(reviewId: string, personId: string, text: string, answeredAt: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('reviews')
        .set({ answer: text, answered_at: answeredAt })
        .where('id', '=', reviewId)
        .where('person_id', '=', personId)
        .where('answer', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

export type ReviewsStore = ReturnType<typeof reviewsStore>;
