import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { ProfilesService } from '#src/people/profiles/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import { commentsRoutes } from './comments/routes.ts';
import { commentsService } from './comments/service.ts';
import { commentsStore } from './comments/store.ts';
import { feedRoutes } from './feed/routes.ts';
import { feedService, type FeedServiceOptions } from './feed/service.ts';
import { feedStore } from './feed/store.ts';
import { likesRoutes } from './likes/routes.ts';
import { likesService } from './likes/service.ts';
import { likesStore } from './likes/store.ts';
import { postsRoutes } from './posts/routes.ts';
import { postsService } from './posts/service.ts';
import { postsStore } from './posts/store.ts';

export type TradeOptions = FeedServiceOptions;

interface Above {
  notifications: NotificationsService;
  profiles: ProfilesService;
  market: MarketService;
}

export function composeTrade(platform: Platform, above: Above, options: TradeOptions = {}) {
  const { db, cluster, rateLimit, media } = platform;
  const { notifications, profiles, market } = above;
  const pages = feedStore(db);
  const feed = feedService(pages, market.findPostPrice, {
    invalidateElsewhere: (postId) => cluster.publish('feedChanged', { postId }),
    ...options,
  });
  cluster.on('feedChanged', ({ postId }) => feed.invalidateHere(postId));
  cluster.onMissed(() => feed.invalidateHere(undefined));
  profiles.events.on('shownChanged', () => feed.invalidateAll());
  market.events.on('pricesChanged', () => feed.invalidateHere(undefined));

  const posts = postsService(postsStore(db), media, feed, market.findPostPrice);
  const likes = likesService(likesStore(db), feed, notifications);
  const comments = commentsService({ store: commentsStore(db), feed, notifications });
  return {
    routes: [
      ...postsRoutes(posts, rateLimit),
      ...feedRoutes(feed, pages),
      ...likesRoutes(likes, rateLimit),
      ...commentsRoutes(comments, rateLimit),
    ],
    jobs: [{ name: 'prune-search-words', cron: '10 3 * * *', run: pages.pruneSearchWords }],
    services: { feed, posts, likes, comments },
  };
}
