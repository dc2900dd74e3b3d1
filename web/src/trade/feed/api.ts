import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { postKeys } from '#trade/posts/post-cache.ts';
import type { Filters } from './filters.ts';

export type FeedPage = Awaited<ReturnType<typeof api<'GET /api/v1/post/feed'>>>;
export type Total = FeedPage['page']['total'];

function callFor(filters: Filters) {
  return { ...filters, within: filters.within && Number(filters.within) };
}

export function feedQuery(filters: Filters) {
  return infiniteQueryOptions({
    queryKey: [...postKeys.feeds, filters],
    meta: { stored: { kind: 'feed', most: 20, days: 30 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/feed', {
        query: { ...callFor(filters), cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}

export async function loadPostTotal(filters: Filters, signal: AbortSignal): Promise<Total> {
  const { page } = await api('GET /api/v1/post/feed', { query: { ...callFor(filters), limit: 1 }, signal });
  return page.total;
}
