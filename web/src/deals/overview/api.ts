import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';

export const figuresQuery = infiniteQueryOptions({
  queryKey: ['post-figures'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/users/post-figures', { query: { cursor: pageParam }, signal }),
  ...paging,
});

/** The chat, which owns the socket, invalidates 'deals'. */
export const purchasesQuery = queryOptions({
  queryKey: ['deals', 'purchases'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/users/purchases', { signal })).data,
});
