import type { OwnReview, Review, ReviewForm } from '@upaj/contract/deals/reviews';
import { limits } from '@upaj/contract/limits';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { ReviewedPerson, ReviewsStore, Eligibility } from './store.ts';

export interface ReviewsService {
  findPage(username: string, viewerId: string, request: PageRequest): Promise<List<Review>>;
  findOwn(username: string, viewerId: string): Promise<OwnReview>;
  /** Only the demo market sets `savedAt`. */
  saveReview(username: string, viewerId: string, form: ReviewForm, savedAt?: Date): Promise<Review>;
  /** Allowed despite a block: it only removes. */
  deleteReview(username: string, viewerId: string): Promise<void>;
  /** Allowed despite a block, which must not secure the last word. */
  addAnswer(reviewId: string, viewerId: string, text: string, answeredAt?: Date): Promise<Review>;
}

export function reviewsService(
  store: ReviewsStore,
  feed: FeedService,
  notifications: Pick<NotificationsService, 'deliverSoon'>,
): ReviewsService {
  async function findPerson(username: string, viewerId: string): Promise<ReviewedPerson> {
    const person = await store.findPerson(username, viewerId);
    if (!person) throw new AppError('USER_NOT_FOUND');
    return person;
  }

  async function findVisible(username: string, viewerId: string): Promise<ReviewedPerson> {
    const person = await findPerson(username, viewerId);
    if (!person.isActivePerson || person.hasBlockedViewer) throw new AppError('USER_NOT_FOUND');
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
      return listOf(rows, limit, place?.total ?? Math.min(person.totalReviews, limits.page.countedTo + 1));
    },

    async findOwn(username, viewerId) {
      const person = await findVisible(username, viewerId);
      const eligibility = await store.findEligibility(viewerId, person.id);
      return { canReview: canReview(eligibility), review: eligibility.review };
    },

    async saveReview(username, viewerId, form, savedAt = new Date()) {
      const person = await findPerson(username, viewerId);
      if (!person.isActivePerson) throw new AppError('USER_NOT_FOUND');
      if (person.id === viewerId) throw new AppError('NOT_YOURSELF');
      const review = await store.saveReview(viewerId, person.id, { ...form, savedAt }, (eligibility) => {
        if (eligibility.isBlocked) throw new AppError('BLOCKED');
        if (!canReview(eligibility)) throw new AppError('REVIEW_NOT_ALLOWED');
      });
      notifications.deliverSoon();
      feed.dropPages();
      if (!review) throw new AppError('REVIEW_NOT_FOUND');
      return review;
    },

    async deleteReview(username, viewerId) {
      const person = await findPerson(username, viewerId);
      const isDeleted = await store.deleteReview(viewerId, person.id);
      if (!isDeleted) throw new AppError('REVIEW_NOT_FOUND');
      feed.dropPages();
    },

    async addAnswer(reviewId, viewerId, text, answeredAt = new Date()) {
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
