import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { postKeys } from '#trade/posts/post-cache.ts';
import type { Filters } from './filters.ts';

export type FeedPage = Awaited<ReturnType<typeof api<'GET /api/v1/post/feed'>>>;

export function feedQuery(filters: Filters) {
  return infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'feed', filters],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/feed', {
        query: { ...filters, within: filters.within && Number(filters.within), cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}
