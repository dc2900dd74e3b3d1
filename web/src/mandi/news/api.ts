import { infiniteQueryOptions } from '@tanstack/react-query';
import type { NewsCategory } from '@upaj/contract/mandi/news';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';

/** Latest first; of one category, or of all. */
export function newsQuery(category: NewsCategory | undefined) {
  return infiniteQueryOptions({
    queryKey: ['market', 'news', category ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/market/news', { query: { category, cursor: pageParam }, signal }),
    ...paging,
  });
}
