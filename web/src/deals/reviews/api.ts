import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { OwnReview, Review, ReviewForm } from '@upaj/contract/deals/reviews';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { invalidateProfiles } from '#people/profiles/profile-cache.ts';

const keyOf = (username: string) => ['reviews', username];
const listKey = (username: string) => [...keyOf(username), 'list'];

export function reviewsQuery(username: string) {
  return infiniteQueryOptions({
    queryKey: listKey(username),
    meta: { stored: { kind: 'reviews', most: 20, days: 30 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/reviews/:username', { params: { username }, query: { cursor: pageParam }, signal }),
    ...paging,
  });
}

export function ownReviewQuery(username: string) {
  return queryOptions({
    queryKey: [...keyOf(username), 'mine'],
    queryFn: async ({ signal }): Promise<OwnReview> =>
      (await api('GET /api/v1/reviews/:username/mine', { params: { username }, signal })).data,
  });
}

export async function saveReview(client: QueryClient, username: string, body: ReviewForm): Promise<void> {
  const { data } = await api('POST /api/v1/reviews/:username', { params: { username }, body });
  client.setQueryData(ownReviewQuery(username).queryKey, { canReview: true, review: data });
  refresh(client, username);
}

export async function deleteReview(client: QueryClient, username: string): Promise<void> {
  await api('DELETE /api/v1/reviews/:username', { params: { username } });
  client.setQueryData(ownReviewQuery(username).queryKey, (mine) => mine && { ...mine, review: null });
  refresh(client, username);
}

export async function answerReview(
  client: QueryClient,
  username: string,
  reviewId: string,
  text: string,
): Promise<void> {
  const { data } = await api('POST /api/v1/review/:reviewId/answer', {
    params: { reviewId },
    body: { text },
  });
  client.setQueryData<InfiniteData<{ data: Review[] }>>(
    listKey(username),
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((review) => (review._id === reviewId ? data : review)),
        })),
      },
  );
}

function refresh(client: QueryClient, username: string): void {
  void client.invalidateQueries({ queryKey: listKey(username) });
  // All profiles, because the username in an address may be written in another case than the profile's key.
  invalidateProfiles(client);
}
