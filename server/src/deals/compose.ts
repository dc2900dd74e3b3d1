import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import { reviewsRoutes } from './reviews/routes.ts';
import { reviewsService } from './reviews/service.ts';
import { reviewsStore } from './reviews/store.ts';

interface Above {
  notifications: NotificationsService;
  feed: FeedService;
}

export function composeDeals({ db, rateLimit }: Platform, { notifications, feed }: Above) {
  const reviews = reviewsService(reviewsStore(db), feed, notifications);
  return { routes: reviewsRoutes(reviews, rateLimit), jobs: [], services: { reviews } };
}
