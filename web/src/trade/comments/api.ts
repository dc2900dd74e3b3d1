import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { Comment, CommentForm } from '@upaj/contract/trade/comments';
import type { Post } from '@upaj/contract/trade/posts';
import { isApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { findPost, patchPost, postKeys } from '#trade/posts/post-cache.ts';

type Pages = readonly (readonly Comment[])[];

export function commentsQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', postId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/:postId/comments', { params: { postId }, query: { cursor: pageParam }, signal }),
    ...paging,
  });
}

export async function sendComment(client: QueryClient, postId: string, body: CommentForm): Promise<void> {
  const { data } = await api('POST /api/v1/post/:postId/comments', { params: { postId }, body });
  const known = client.getQueryData(commentsQuery(postId).queryKey)?.pages ?? [];
  // An answer that was lost, and a list that was asked for since: whether the post was too is not known.
  if (known.some((page) => page.data.some(({ _id }) => _id === data._id))) countAnew(client, postId);
  else count(client, postId, 1);
  void changeList(client, postId, (pages) => {
    const [first = [], ...others] = without(pages, data._id);
    return [[data, ...first], ...others];
  });
}

export async function deleteComment(client: QueryClient, postId: string, commentId: string): Promise<void> {
  try {
    await api('DELETE /api/v1/post/:postId/comments/:commentId', { params: { postId, commentId } });
    count(client, postId, -1);
  } catch (error) {
    // Deleted on another device meanwhile, or by the other one who may; the post may have been asked for since.
    if (!isApiError(error, 'COMMENT_NOT_FOUND')) throw error;
    countAnew(client, postId);
  }
  void changeList(client, postId, (pages) => without(pages, commentId));
}

function without(pages: Pages, commentId: string): Comment[][] {
  return pages.map((comments) => comments.filter(({ _id }) => _id !== commentId));
}

function count(client: QueryClient, postId: string, by: 1 | -1): void {
  const post = client.getQueryData<Post>(postKeys.one(postId)) ?? findPost(client, postId);
  if (post) patchPost(client, postId, { comments: Math.max(0, post.comments + by) });
}

/** Where a count by hand could be the second one. */
function countAnew(client: QueryClient, postId: string): void {
  void client.invalidateQueries({ queryKey: postKeys.one(postId) });
}

async function changeList(
  client: QueryClient,
  postId: string,
  change: (pages: Pages) => Comment[][],
): Promise<void> {
  const { queryKey } = commentsQuery(postId);
  const edit = () =>
    client.setQueryData(queryKey, (list) => {
      if (!list) return undefined;
      const changed = change(list.pages.map(({ data }) => data));
      return { ...list, pages: list.pages.map((page, index) => ({ ...page, data: changed[index] ?? [] })) };
    });
  edit();
  // A page that was asked for before would undo the change when it comes.
  await client
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => undefined);
  edit();
  // The list had failed: there is something to show now.
  if (!client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey });
}
