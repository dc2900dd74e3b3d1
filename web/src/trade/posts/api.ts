import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Post } from '@upaj/contract/trade/posts';
import { isApiError } from '#lib/api-errors.ts';
import { api, startResponse } from '#lib/api.ts';
import { paging, toFirstPage } from '#lib/paging.ts';
import { dropPost, findPost, patchPost, postKeys } from './post-cache.ts';

export function ownPostsQuery() {
  return infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'own'],
    meta: { stored: { kind: 'own-posts', most: 1, days: 90 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/current-posts', { query: { cursor: pageParam }, signal }),
    initialData: () => toFirstPage(startResponse('GET /api/v1/post/current-posts')),
    ...paging,
  });
}

export function userPostsQuery(
  username: string,
  filters: { availability?: 'available'; limit?: number } = {},
) {
  return infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'of', username, filters],
    meta: { stored: { kind: 'posts-of-user', most: 20, days: 30 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/user-posts/:username', {
        params: { username },
        query: { ...filters, cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}

/** Lists posts nearest first. Without `near`, distances are from the viewer's own district. */
export function similarPostsQuery(cropType: string, near: string | undefined) {
  const query = { cropType, near, availability: 'available', sort: 'nearest', limit: 12 } as const;
  return infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'similar', query],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/feed', { query: { ...query, cursor: pageParam }, signal }),
    ...paging,
  });
}

/** The list's copy of the post is shown until the post is loaded. */
export function postQuery(client: QueryClient, postId: string) {
  return queryOptions<Post>({
    queryKey: postKeys.one(postId),
    meta: { stored: { kind: 'post', most: 100, days: 30, otherwise: () => findPost(client, postId) } },
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/post/:postId', { params: { postId }, signal })).data,
    initialData: () => startResponse('GET /api/v1/post/:postId', { params: { postId } })?.data,
    placeholderData: () => findPost(client, postId)?.data,
  });
}

/** The price is optional, so the request is neither retried nor reported. */
export function nearPriceQuery(wanted: NearPrice) {
  return queryOptions({
    queryKey: ['near-price', wanted],
    queryFn: async ({ signal }) => (await api('GET /api/v1/market/price', { query: wanted, signal })).data,
    enabled: wanted.cropType !== '' && wanted.state !== '' && wanted.district !== '',
    retry: false,
  });
}

export interface NearPrice {
  cropType: string;
  state: string;
  district: string;
  variety: string | undefined;
}

/** Returns true if the post never existed or is gone. The server refuses malformed ids as invalid input. */
export function isMissing(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 422);
}

export async function setAvailability(
  client: QueryClient,
  post: Pick<Post, '_id'>,
  isAvailable: boolean,
): Promise<void> {
  const params = { postId: post._id };
  const { data } = await api('PATCH /api/v1/post/:postId/availability', { params, body: { isAvailable } });
  patchPost(client, post._id, { isAvailable: data.isAvailable });
}

export async function deletePost(client: QueryClient, post: Post): Promise<void> {
  await api('DELETE /api/v1/post/:postId', { params: { postId: post._id } });
  dropPost(client, post._id);
}
