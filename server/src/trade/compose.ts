import * as z from 'zod/mini';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { DirectoryService } from '#src/people/directory/service.ts';
import type { ProfilesService } from '#src/people/profiles/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import { understand } from '#src/platform/names/understand.ts';
import { clusterTopic } from '#src/platform/realtime/topics.ts';
import './events.ts';
import { amountsService } from './amounts/service.ts';
import { amountsStore } from './amounts/store.ts';
import { commentsRoutes } from './comments/routes.ts';
import { commentsService } from './comments/service.ts';
import { commentsStore } from './comments/store.ts';
import { cropKeysService } from './crop-keys/service.ts';
import { cropKeysStore } from './crop-keys/store.ts';
import { pageCacheMetrics } from './feed/page-cache.ts';
import { feedRoutes } from './feed/routes.ts';
import { feedService, type FeedDeps } from './feed/service.ts';
import { feedStore } from './feed/store.ts';
import { likesRoutes } from './likes/routes.ts';
import { likesService } from './likes/service.ts';
import { popularityService } from './likes/popularity.ts';
import { likesStore } from './likes/store.ts';
import { tradeConsumers } from './notifications/service.ts';
import { photoHashesService } from './photo-hashes/service.ts';
import { photoHashesStore } from './photo-hashes/store.ts';
import { postsRoutes } from './posts/routes.ts';
import { postsService, type PostsDeps } from './posts/service.ts';
import { postsStore } from './posts/store.ts';
import { savedSearchesRoutes } from './saved-searches/routes.ts';
import { savedSearchesService } from './saved-searches/service.ts';
import { savedSearchesStore } from './saved-searches/store.ts';
import { savesRoutes } from './saves/routes.ts';
import { savesService } from './saves/service.ts';
import { savesStore } from './saves/store.ts';
import { searchRoutes } from './search/routes.ts';
import { searchService } from './search/service.ts';
import { searchStore } from './search/store.ts';
import { previewLimit, previewPhotos } from './share/preview-photo.ts';
import { shareRoutes } from './share/routes.ts';
import { shareService } from './share/service.ts';
import { sitemapOf } from './share/sitemap.ts';
import { shareStore } from './share/store.ts';
import { spokenPostsRoutes } from './spoken-posts/routes.ts';
import { takedownService } from './takedown/service.ts';
import { takedownStore } from './takedown/store.ts';
import { viewsStore } from './views/store.ts';
import { wantedRoutes } from './wanted/routes.ts';
import { wantedService } from './wanted/service.ts';
import { wantedStore } from './wanted/store.ts';

/** Tells other processes that their cached lists of posts are out of date. */
const feedChanged = clusterTopic('feedChanged', 1, z.literal('all'));

export interface TradeOptions extends Pick<FeedDeps, 'hasPageCache' | 'dropPagesElsewhere'> {
  gatherFor?: number;
}

interface Above {
  notifications: NotificationsService;
  outbox: OutboxService;
  profiles: ProfilesService;
  directory: DirectoryService;
  market: MarketService;
  retainPost: PostsDeps['retainPost'];
}

export function composeTrade(
  platform: Platform,
  above: Above,
  { gatherFor = 20_000, ...options }: TradeOptions = {},
) {
  const { env, db, countWrites, server, log, cluster, rateLimit, media } = platform;
  const { notifications, outbox, profiles, directory, market } = above;
  const lists = feedStore({ db });
  const feed = feedService({
    store: lists,
    countWrites,
    findPrice: market.findPostPrice,
    directory,
    dropPagesElsewhere: () => cluster.publish(feedChanged, 'all'),
    ...options,
  });
  cluster.on(feedChanged, feed.dropPagesHere);
  cluster.missed.listen(feed.dropPagesHere);
  profiles.shownChanged.listen(feed.dropPages);
  market.pricesChanged.listen(feed.dropPagesHere);

  const searchesIn = savedSearchesStore({ db });
  const savedSearches = savedSearchesService({
    db,
    store: searchesIn,
    findVarieties: market.findVarieties,
  });
  const views = viewsStore({ db });
  const posts = postsService({
    db,
    store: postsStore({ db }),
    views,
    media,
    feed,
    findPrice: market.findPostPrice,
    outbox,
    retainPost: above.retainPost,
  });
  const photoHashes = photoHashesService({ db, store: photoHashesStore({ db }), media });
  const updateViewDays = async () => {
    await views.addDays();
    await views.renewPartitions();
  };
  const words = searchStore({ db });
  const amounts = amountsService({ store: amountsStore({ db }), feed });
  const cropKeys = cropKeysService({ db, store: cropKeysStore({ db }), feed });
  const search = searchService({ store: words, directory, findVarieties: market.findVarieties });
  // The first call takes 0.3 s, so it is made before the first search, but after the first pages.
  server.addHook('onListen', () => void setTimeout(understand, 1_000, 'gehu').unref());
  const likesIn = likesStore({ db });
  const popularity = popularityService({ store: likesIn, log });
  popularity.changed.listen(feed.dropPages);
  server.addHook('onClose', async () => popularity.close());
  const likes = likesService({ store: likesIn, outbox, findPrice: market.findPostPrice });
  const saves = savesService({ store: savesStore({ db }), findPrice: market.findPostPrice });
  const comments = commentsService({ db, store: commentsStore({ db }), notifications, outbox });
  const shareIn = shareStore({ db });
  const share = shareService({ store: shareIn, findPrice: market.findPostPrice });
  const photos = previewPhotos({ media, limit: rateLimit(previewLimit) });
  const wanted = wantedService({ db, store: wantedStore({ db }), market, outbox });
  return {
    routes: [
      ...postsRoutes(posts),
      ...feedRoutes({ feed, store: lists, findVarieties: market.findVarieties }),
      ...searchRoutes(search),
      ...spokenPostsRoutes(),
      ...likesRoutes(likes),
      ...savesRoutes(saves),
      ...savedSearchesRoutes(savedSearches),
      ...commentsRoutes(comments),
      ...wantedRoutes(wanted),
      ...shareRoutes({ publicUrl: env.publicUrl, share, photos, sitemap: sitemapOf({ store: shareIn }) }),
    ],
    jobs: [
      { name: 'prune-search-words', cron: '10 3 * * *', run: words.pruneWords },
      { name: 'pack-search-words', cron: '30 3 * * 0', minutesAtMost: 60, run: words.packWords },
      { name: 'refresh-popularity', cron: '20 3 * * *', atStartAfterMinutes: 60, run: popularity.refreshAll },
      // Runs twice a day, because a backup at the same hour holds locks that the job needs.
      { name: 'add-view-days', cron: '20 2,14 * * *', atStartAfterMinutes: 24 * 60, run: updateViewDays },
      { name: 'hash-photos', cron: '35 * * * *', run: photoHashes.hashOld },
      { name: 'read-amounts', cron: '*/5 * * * *', run: amounts.readAll },
      { name: 'resolve-crops', cron: '50 3 * * *', atStartAfterMinutes: 24 * 60, run: cropKeys.resolveAll },
    ],
    metrics: pageCacheMetrics(feed.findCacheState),
    consumers: tradeConsumers({ notifications, popularity, searches: searchesIn, log, gatherFor }),
    services: {
      feed,
      posts,
      likes,
      saves,
      comments,
      popularity,
      addViewDays: views.addDays,
      savedSearches,
      share,
      takedown: takedownService({ store: takedownStore(), media }),
      wanted,
    },
  };
}
