import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { postKeys } from '#trade/posts/post-cache.ts';

export const likedKey = [...postKeys.lists, 'liked'] as const;

export const likedPostsQuery = infiniteQueryOptions({
  queryKey: likedKey,
  meta: { stored: { kind: 'liked-posts', most: 1, days: 90 } },
  queryFn: ({ pageParam, signal }) => api('GET /api/v1/post/liked', { query: { cursor: pageParam }, signal }),
  ...paging,
});
