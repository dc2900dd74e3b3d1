import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Like } from '@upaj/contract/trade/likes';
import type { Post } from '@upaj/contract/trade/posts';
import Heart from 'lucide-react/icons/heart';
import { getT, useT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { toast } from '#ui/toast/toast.ts';
import { likedKey } from './api.ts';
import { patchPost } from '#trade/posts/post-cache.ts';

export function LikeButton({ post }: { post: Pick<Post, '_id' | 'isLiked' | 'likesCount'> }) {
  const t = useT('post');
  const toggle = useLike(post);
  return (
    <button
      type="button"
      aria-pressed={post.isLiked}
      aria-label={`${t('like')}, ${t('likes', { count: post.likesCount })}`}
      onClick={toggle}
      className={cx(
        'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5',
        post.isLiked ? 'font-semibold text-mirch' : 'text-soft hover:text-ink',
      )}
    >
      <Heart size={21} aria-hidden fill={post.isLiked ? 'currentColor' : 'none'} />
      {formatCount(post.likesCount)}
    </button>
  );
}

type Likeable = Pick<Post, '_id' | 'isLiked' | 'likesCount'>;

/** To restore after a failure. */
const confirmed = new Map<string, Like>();

function useLike(post: Likeable): () => void {
  const client = useQueryClient();
  const postId = post._id;
  const mutationKey = ['like', postId];
  const { mutate } = useMutation({
    mutationKey,
    // In sequence: of two quick presses the second wins.
    scope: { id: mutationKey.join() },
    mutationFn: (isLiked: boolean) => send(postId, isLiked),
    onMutate: (isLiked) => {
      if (!confirmed.has(postId)) confirmed.set(postId, pick(post));
      patchPost(client, postId, { isLiked, likesCount: post.likesCount + (isLiked ? 1 : -1) });
    },
    onSuccess: ({ data }) => {
      confirmed.set(postId, data);
      void client.invalidateQueries({ queryKey: likedKey, refetchType: 'none' });
      if (data.isLiked) explainOnce();
      if (isLast(client, mutationKey)) patchPost(client, postId, data);
    },
    onError: (_error, isLiked) => {
      if (!isLast(client, mutationKey)) return;
      patchPost(client, postId, confirmed.get(postId) ?? {});

      toast.error(getT('post')('likeFailed'), {
        action: { label: getT('common')('retry'), onClick: () => mutate(isLiked) },
      });
    },
    onSettled: () => {
      if (isLast(client, mutationKey)) confirmed.delete(postId);
    },
  });
  return () => mutate(!post.isLiked);
}

/** On the first like in this browser: nothing else says that the heart saves. */
function explainOnce(): void {
  try {
    if (localStorage.getItem(explained)) return;
    localStorage.setItem(explained, '1');
    toast.success(getT('post')('likeSaved'));
  } catch {
    // Without storage every like would explain it.
  }
}

const explained = 'upaj-likes-are-saved';

function send(postId: string, isLiked: boolean) {
  const options = { params: { postId } };
  return isLiked
    ? api('POST /api/v1/like/like/:postId', options)
    : api('DELETE /api/v1/like/unlike/:postId', options);
}

function pick({ isLiked, likesCount }: Likeable): Like {
  return { isLiked, likesCount };
}

function isLast(client: QueryClient, mutationKey: string[]): boolean {
  return client.isMutating({ mutationKey }) <= 1;
}
