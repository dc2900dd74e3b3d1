import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { CommentForm } from '@upaj/contract/trade/comments';
import type { Post } from '@upaj/contract/trade/posts';
import { isApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { patchPost, postKeys } from '#trade/posts/post-cache.ts';

export function commentsQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', postId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/post/:postId/comments', { params: { postId }, query: { cursor: pageParam }, signal }),
    ...paging,
  });
}

export async function sendComment(client: QueryClient, postId: string, body: CommentForm): Promise<void> {
  await api('POST /api/v1/post/:postId/comments', { params: { postId }, body });
  await refetchComments(client, postId);
}

export async function deleteComment(client: QueryClient, postId: string, commentId: string): Promise<void> {
  try {
    await api('DELETE /api/v1/post/:postId/comments/:commentId', { params: { postId, commentId } });
  } catch (error) {
    // Already deleted, by the other user who may delete it or on another device.
    if (!isApiError(error, 'COMMENT_NOT_FOUND')) throw error;
  }
  await refetchComments(client, postId);
}

async function refetchComments(client: QueryClient, postId: string): Promise<void> {
  const { queryKey } = commentsQuery(postId);
  // A first load that is under way would otherwise count as the refetch, and lack the change.
  await client.cancelQueries({ queryKey });
  await Promise.all([
    client.invalidateQueries({ queryKey }),
    client.invalidateQueries({ queryKey: postKeys.one(postId) }),
  ]);
  const post = client.getQueryData<Post>(postKeys.one(postId));
  if (post) patchPost(client, postId, { comments: post.comments });
}
