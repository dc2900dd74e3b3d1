import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { Comment, CommentForm } from '@upaj/contract/trade/comments';
import type { Post } from '@upaj/contract/trade/posts';
import { isApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { commentsKey } from '#trade/live.ts';
import { findPost, patchPost, postKeys } from '#trade/posts/post-cache.ts';

export function commentsQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: [...commentsKey, postId],
    meta: { stored: { kind: 'comments', most: 50, days: 30 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/:postId/comments', { params: { postId }, query: { cursor: pageParam }, signal }),
    ...paging,
  });
}

export async function sendComment(client: QueryClient, postId: string, body: CommentForm): Promise<void> {
  const { data } = await api('POST /api/v1/post/:postId/comments', { params: { postId }, body });
  const wasListed = await editList(client, postId, data._id, [data]);
  recount(client, postId, wasListed ? 0 : 1);
}

export async function deleteComment(client: QueryClient, postId: string, commentId: string): Promise<void> {
  let isDeletedNow = true;
  try {
    await api('DELETE /api/v1/post/:postId/comments/:commentId', { params: { postId, commentId } });
  } catch (error) {
    // The comment was already deleted, by the other user or on another device.
    if (!isApiError(error, 'COMMENT_NOT_FOUND')) throw error;
    isDeletedNow = false;
  }
  await editList(client, postId, commentId, []);
  recount(client, postId, isDeletedNow ? -1 : 0);
}

/**
 * Edits the cached list, because a refetch would take one request for each loaded page.
 * @returns whether the comment was in the list
 */
async function editList(
  client: QueryClient,
  postId: string,
  removedId: string,
  added: Comment[],
): Promise<boolean> {
  const { queryKey } = commentsQuery(postId);
  // A request that is under way lacks the change.
  await client.cancelQueries({ queryKey });
  const list = client.getQueryData(queryKey);
  if (!list) {
    void client.invalidateQueries({ queryKey });
    return false;
  }
  const pages = list.pages.map((page) => ({
    ...page,
    data: page.data.filter(({ _id }) => _id !== removedId),
  }));
  const [first, ...others] = pages;
  if (first)
    client.setQueryData(queryKey, {
      ...list,
      pages: [{ ...first, data: [...added, ...first.data] }, ...others],
    });
  return list.pages.some(({ data }) => data.some(({ _id }) => _id === removedId));
}

/** Changes the count on every cached copy of the post, then replaces it with the server's. */
function recount(client: QueryClient, postId: string, by: number): void {
  const queryKey = postKeys.one(postId);
  const post = client.getQueryData<Post>(queryKey) ?? findPost(client, postId)?.data;
  if (post) patchPost(client, postId, { comments: Math.max(0, post.comments + by) });
  void client.invalidateQueries({ queryKey }).then(() => {
    const current = client.getQueryData<Post>(queryKey);
    if (current) patchPost(client, postId, { comments: current.comments });
  });
}
