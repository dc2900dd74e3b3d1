import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { dealKeys } from '#deals/live.ts';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';

export const figuresQuery = infiniteQueryOptions({
  queryKey: ['post-figures'],
  meta: { stored: { kind: 'post-figures', most: 1, days: 90 } },
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/users/post-figures', { query: { cursor: pageParam }, signal }),
  ...paging,
});

export const purchasesQuery = queryOptions({
  queryKey: dealKeys.purchases,
  meta: { stored: { kind: 'purchases', most: 1, days: 90 } },
  queryFn: async ({ signal }) => (await api('GET /api/v1/users/purchases', { signal })).data,
});
