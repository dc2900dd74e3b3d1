import type { OwnReview, Review, ReviewForm } from '@upaj/contract/deals/reviews';
import { limits } from '@upaj/contract/limits';
import { isKnownAccount } from '#src/deals/deals/counted-deal.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { Eligibility, ReviewedPerson, ReviewsStore, ReviewTotals } from './store.ts';

interface ReviewsDeps {
  db: Database;
  store: ReviewsStore;
  feed: Pick<FeedService, 'dropPages'>;
  outbox: Pick<OutboxService, 'nudge'>;
}

export type ReviewsService = ReturnType<typeof reviewsService>;

export function reviewsService({ db, store, feed, outbox }: ReviewsDeps) {
  async function findPerson(username: string, viewerId: string): Promise<ReviewedPerson> {
    const person = await store.findPerson(username, viewerId);
    if (!person) throw new AppError('USER_NOT_FOUND');
    return person;
  }

  async function findVisible(username: string, viewerId: string): Promise<ReviewedPerson> {
    const person = await findPerson(username, viewerId);
    if (!person.isActive || person.hasBlockedViewer) throw new AppError('USER_NOT_FOUND');
    return person;
  }

  async function findReview(reviewId: string, trx?: Database) {
    const found = await store.findReview(reviewId, trx);
    if (!found) throw new AppError('REVIEW_NOT_FOUND');
    return found;
  }

  async function saveIn(
    trx: Transaction,
    ids: { reviewerId: string; personId: string },
    form: ReviewForm,
    { others, savedAt }: { others: readonly string[]; savedAt: Date },
  ): Promise<Review> {
    const { reviewerId, personId } = ids;
    await store.lockPerson(trx, personId);
    const reviewer = await store.lockReviewer(trx, reviewerId);
    if (!reviewer) throw new AppError('REVIEW_NOT_FOUND');
    const eligibility = await store.findEligibility(reviewerId, personId, trx);
    if (eligibility.isBlocked) throw new AppError('BLOCKED');
    if (!canReview(eligibility)) throw new AppError('REVIEW_NOT_ALLOWED');
    const { review: before, haveCountedDeal: isAfterDeal, haveFailedDeal } = eligibility;
    const isOfKnown = async () =>
      isKnownAccount(reviewer, savedAt) &&
      !others.includes(personId) &&
      !(await store.hasCountedOf(trx, others, ids));
    const isCounted = isAfterDeal || haveFailedDeal || (await isOfKnown());
    const reviewId = await store.save(trx, { ...ids, ...form, isAfterDeal, isCounted, savedAt });
    if (before?.isCounted) await store.addToTotals(trx, personId, totalsOf(before, -1));
    if (isCounted) await store.addToTotals(trx, personId, totalsOf({ ...form, isAfterDeal }, 1));
    if (isCounted && !before?.isCounted)
      await addEvent(trx, 'review.added', { reviewId, at: savedAt.toISOString() });
    // Reads the review under the lock, because the author may delete it later.
    return (await findReview(reviewId, trx)).review;
  }

  return {
    async findPage(
      username: string,
      viewerId: string,
      { cursor, limit = limits.page.size }: PageRequest,
    ): Promise<List<Review>> {
      const place = cursor ? readListCursor(cursor) : undefined;
      const person = await findVisible(username, viewerId);
      const rows = await store.findPage(person.id, viewerId, limit, place);
      return listOf(rows, limit, place?.total ?? Math.min(person.totalReviews, limits.page.countedTo + 1));
    },

    async findOwn(username: string, viewerId: string): Promise<OwnReview> {
      const person = await findVisible(username, viewerId);
      const eligibility = await store.findEligibility(viewerId, person.id);
      return { canReview: canReview(eligibility), review: eligibility.review };
    },

    /** `others` are the accounts that the browser remembers. Only the demo market has none, and sets `savedAt`. */
    async saveReview(
      username: string,
      viewerId: string,
      form: ReviewForm,
      { others = [], savedAt = new Date() }: { others?: readonly string[]; savedAt?: Date } = {},
    ): Promise<Review> {
      const person = await findPerson(username, viewerId);
      if (!person.isActive) throw new AppError('USER_NOT_FOUND');
      if (person.id === viewerId) throw new AppError('NOT_YOURSELF');
      const ids = { reviewerId: viewerId, personId: person.id };
      const review = await db.transaction().execute((trx) => saveIn(trx, ids, form, { others, savedAt }));
      outbox.nudge();
      feed.dropPages();
      return review;
    },

    /** A review can be deleted across a block, because this only removes something. */
    async deleteReview(username: string, viewerId: string): Promise<void> {
      const { id: personId } = await findPerson(username, viewerId);
      await db.transaction().execute(async (trx) => {
        await store.lockPerson(trx, personId);
        const removed = await store.remove(trx, viewerId, personId);
        if (!removed) throw new AppError('REVIEW_NOT_FOUND');
        if (removed.isCounted) await store.addToTotals(trx, personId, totalsOf(removed, -1));
      });
      feed.dropPages();
    },

    /** A review can be answered across a block: otherwise its author could have the last word by blocking. */
    async addAnswer(
      reviewId: string,
      viewerId: string,
      text: string,
      answeredAt = new Date(),
    ): Promise<Review> {
      const isFirst = await store.addAnswer(reviewId, viewerId, text, answeredAt);
      const { personId, review } = await findReview(reviewId);
      if (personId !== viewerId) throw new AppError('NOT_YOURS');
      if (!isFirst) throw new AppError('ALREADY_ANSWERED');
      return review;
    },
  };
}

function canReview({ isBlocked, haveMet, review }: Eligibility): boolean {
  return !isBlocked && (haveMet || review !== null);
}

/** A review after a completed deal weighs double. */
function totalsOf(review: Pick<Review, 'rating' | 'isAfterDeal'>, sign: 1 | -1): ReviewTotals {
  const afterDeal = sign * Number(review.isAfterDeal);
  return { reviews: sign, afterDeal, stars: (sign + afterDeal) * review.rating };
}
