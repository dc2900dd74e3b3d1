import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { postKeys } from '#trade/posts/post-cache.ts';

export const savedKey = [...postKeys.lists, 'saved'] as const;

export const savedPostsQuery = infiniteQueryOptions({
  queryKey: savedKey,
  meta: { stored: { kind: 'saved-posts', most: 1, days: 90 } },
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/users/saved-posts', { query: { cursor: pageParam }, signal }),
  ...paging,
});
