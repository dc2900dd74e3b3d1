import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Post } from '@upaj/contract/trade/posts';
import { isApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { dropPost, findPost, patchPost, postKeys } from './post-cache.ts';

export function ownPostsQuery() {
  return infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'own'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/current-posts', { query: { cursor: pageParam }, signal }),
    ...paging,
  });
}

export function userPostsQuery(username: string) {
  return infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'of', username],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/user-posts/:username', {
        params: { username },
        query: { cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}

/** Whoever comes from a list sees at once what the list knew. */
export function postQuery(client: QueryClient, postId: string) {
  return queryOptions<Post>({
    queryKey: postKeys.one(postId),
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/post/:postId', { params: { postId }, signal })).data,
    placeholderData: () => findPost(client, postId),
  });
}

/** What a post of this crop at this place would show beside its price. Not worth a second try, nor a word when it fails. */
export function nearPriceQuery(wanted: NearPrice) {
  return queryOptions({
    queryKey: ['market', 'price', wanted],
    queryFn: async ({ signal }) => (await api('GET /api/v1/market/price', { query: wanted, signal })).data,
    enabled: wanted.cropType !== '' && wanted.state !== '' && wanted.district !== '',
    retry: false,
  });
}

interface NearPrice {
  cropType: string;
  state: string;
  district: string;
  variety: string | undefined;
}

/** An address that names no post: gone, or never one (an id that is no id is refused as invalid input). */
export function isMissing(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 422);
}

export async function setAvailability(client: QueryClient, post: Post, isAvailable: boolean): Promise<void> {
  const params = { postId: post._id };
  const { data } = await api('PATCH /api/v1/post/:postId/availability', { params, body: { isAvailable } });
  patchPost(client, post._id, { isAvailable: data.isAvailable });
}

export async function deletePost(client: QueryClient, post: Post): Promise<void> {
  await api('DELETE /api/v1/post/:postId', { params: { postId: post._id } });
  dropPost(client, post._id);
}
