import * as z from 'zod/mini';
import type { Deal } from '@upaj/contract/deals/deals';
import type { Offer } from '@upaj/contract/deals/offers';
import type { PostCounts, PostFigures, Spent } from '@upaj/contract/deals/overview';
import { limits } from '@upaj/contract/limits';
import type { PriceUnit } from '@upaj/contract/trade/units';
import { toDeal } from '#src/deals/deals/service.ts';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import {
  cursorParts,
  cutPage,
  readCursor,
  writeTotal,
  type List,
  type PageRequest,
} from '#src/platform/http/paging.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import { days, type DayCount, type OverviewStore } from './store.ts';

interface OverviewDeps {
  store: OverviewStore;
  market: Pick<MarketService, 'findPostPrice'>;
}

const pageShape = z.tuple([cursorParts.id, cursorParts.total]);
const week = 7;

export type OverviewService = ReturnType<typeof overviewService>;

export function overviewService({ store, market }: OverviewDeps) {
  return {
    async findFigures(authorId: string, query: PageRequest): Promise<List<PostFigures>> {
      const [beforeId, knownTotal] = query.cursor ? readCursor(query.cursor, pageShape) : [];
      const limit = query.limit ?? limits.page.size;
      const found = await store.findPosts(authorId, beforeId, limit);
      const total = knownTotal ?? found.total ?? 0;
      const { rows, nextCursor } = cutPage(found.rows, limit, ({ id }) => [id, total]);
      const counts = Map.groupBy(
        await store.findCounts(
          authorId,
          rows.map(({ id }) => id),
        ),
        ({ postId }) => postId,
      );
      const data = await Promise.all(
        rows.map(async ({ id, images, cropKey, priceUnit, state, district, ...post }) => {
          const photos = images as StoredImage[];
          const own = counts.get(id) ?? [];
          return {
            _id: id,
            ...post,
            priceUnit: priceUnit as PriceUnit,
            image: photos[0]?.url ?? null,
            photos: photos.length,
            marketPrice: await market.findPostPrice({
              cropKey,
              priceUnit,
              state,
              district,
              variety: post.variety,
            }),
            week: sumOf(own, week),
            month: sumOf(own, days),
            viewsByDay: viewsByDay(own),
          };
        }),
      );
      return { data, page: { nextCursor, total: writeTotal(total) } };
    },

    async findPurchases(buyerId: string): Promise<{ offers: Offer[]; deals: Deal[]; spent: Spent[] }> {
      const [offers, deals, spent] = await Promise.all([
        store.findOpenOffers(buyerId),
        store.findDueDeals(buyerId),
        store.findSpent(buyerId),
      ]);
      return { offers, deals: deals.map(toDeal), spent };
    },
  };
}

function sumOf(counts: readonly DayCount[], lastDays: number): PostCounts {
  const sum = { views: 0, likes: 0, saves: 0, chats: 0, offers: 0 };
  for (const { kind, daysAgo, count } of counts) if (daysAgo < lastDays) sum[kind] += count;
  return sum;
}

function viewsByDay(counts: readonly DayCount[]): number[] {
  const views = Array.from({ length: days }, () => 0);
  for (const { kind, daysAgo, count } of counts) if (kind === 'views') views[days - 1 - daysAgo] = count;
  return views;
}
