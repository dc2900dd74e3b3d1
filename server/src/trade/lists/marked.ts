import { limits } from '@upaj/contract/limits';
import type { ListedPost } from '@upaj/contract/trade/posts';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import {
  listOf,
  readListCursor,
  type List,
  type ListCursor,
  type PageRequest,
} from '#src/platform/http/paging.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import type { MarkedPage } from '#src/trade/rows.ts';

/** A page of the posts that a user liked or saved, as `findMarked` found them. */
export async function listMarked(
  find: (cursor: ListCursor | undefined, limit: number) => Promise<MarkedPage>,
  findPrice: FindPostPrice,
  place: Place | null,
  query: PageRequest,
): Promise<List<ListedPost>> {
  const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
  const limit = query.limit ?? limits.page.size;
  const { rows, total } = await find(cursor, limit);
  const posts = await Promise.all(
    rows.map(async ({ id, at, post, view, ...goods }) => ({
      id,
      at,
      item: {
        ...post,
        ...view,
        marketPrice: await findPrice(goods),
        distanceKm: place && kmBetween(place, goods),
      },
    })),
  );
  return listOf(posts, limit, cursor?.total ?? total ?? 0);
}
