import type { ReviewForm } from '@upaj/contract/reviews';
import { limits } from '@upaj/contract/limits';
import type { FeedService } from '#src/features/feed/service.ts';
import { AppError } from '#src/http/errors.ts';
import { pageOf, readListCursor } from '#src/http/list-cursor.ts';
import type { ReviewedPerson, ReviewsStore, Standing } from './store.ts';

interface ListRequest {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Reviews are JSON text in the contract's shape. */
export interface ReviewsService {
  /** Latest first. @throws AppError USER_NOT_FOUND, also for whom the person has blocked. */
  findPage(username: string, viewerId: string, request: ListRequest): Promise<{ data: string; page: string }>;
  /** What the viewer may do here, and their own review. @throws AppError USER_NOT_FOUND. */
  findOwn(username: string, viewerId: string): Promise<string>;
  /** @throws AppError USER_NOT_FOUND, NOT_YOURSELF, BLOCKED, REVIEW_NOT_ALLOWED. */
  saveReview(username: string, viewerId: string, form: ReviewForm): Promise<string>;
  /** Works between people who have blocked each other too: it only takes back. @throws AppError REVIEW_NOT_FOUND. */
  deleteReview(username: string, viewerId: string): Promise<void>;
  /**
   * Works though the reviewer has blocked the reviewed person: a block must not buy the last word.
   * @throws AppError REVIEW_NOT_FOUND, NOT_YOURS, ALREADY_ANSWERED.
   */
  addAnswer(reviewId: string, viewerId: string, text: string): Promise<string>;
}

export function reviewsService(store: ReviewsStore, feed: FeedService): ReviewsService {
  async function findPerson(username: string, viewerId: string): Promise<ReviewedPerson> {
    const person = await store.findPerson(username, viewerId);
    if (!person) throw new AppError('USER_NOT_FOUND');
    return person;
  }

  /** As the person's profile is found. */
  async function findVisible(username: string, viewerId: string): Promise<ReviewedPerson> {
    const person = await findPerson(username, viewerId);
    if (!person.isThere || person.hasBlockedViewer) throw new AppError('USER_NOT_FOUND');
    return person;
  }

  async function findReview(reviewId: string) {
    const review = await store.findReview(reviewId);
    if (!review) throw new AppError('REVIEW_NOT_FOUND');
    return review;
  }

  return {
    async findPage(username, viewerId, { cursor, limit = limits.page.size }) {
      const place = cursor ? readListCursor(cursor) : undefined;
      const person = await findVisible(username, viewerId);
      const rows = await store.findPage(person.id, limit, place);
      return pageOf(rows, limit, place?.total ?? Math.min(person.totalReviews, limits.page.countedTo + 1));
    },

    async findOwn(username, viewerId) {
      const person = await findVisible(username, viewerId);
      const standing = await store.findStanding(viewerId, person.id);
      return `{"canReview":${canReview(standing)},"review":${standing.review ?? 'null'}}`;
    },

    async saveReview(username, viewerId, form) {
      const person = await findPerson(username, viewerId);
      if (!person.isThere) throw new AppError('USER_NOT_FOUND');
      if (person.id === viewerId) throw new AppError('NOT_YOURSELF');
      const review = await store.saveReview(viewerId, person.id, form, (standing) => {
        if (standing.isBlocked) throw new AppError('BLOCKED');
        if (!canReview(standing)) throw new AppError('REVIEW_NOT_ALLOWED');
      });
      // Posts show the rating of their author.
      feed.dropAll();
      return review;
    },

    async deleteReview(username, viewerId) {
      const person = await findPerson(username, viewerId);
      const isDeleted = await store.deleteReview(viewerId, person.id);
      if (!isDeleted) throw new AppError('REVIEW_NOT_FOUND');
      feed.dropAll();
    },

    async addAnswer(reviewId, viewerId, text) {
      const isFirst = await store.addAnswer(reviewId, viewerId, text);
      const review = await findReview(reviewId);
      if (review.personId !== viewerId) throw new AppError('NOT_YOURS');
      if (!isFirst) throw new AppError('ALREADY_ANSWERED');
      return review.json;
    },
  };
}

function canReview({ isBlocked, haveWritten, review }: Standing): boolean {
  return !isBlocked && (haveWritten || review !== null);
}
