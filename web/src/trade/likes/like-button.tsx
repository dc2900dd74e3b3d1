import type { Post } from '@upaj/contract/trade/posts';
import Heart from 'lucide-react/icons/heart';
import { getT, useT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { useMark, type Mark } from '#trade/posts/use-mark.ts';
import { cx } from '#ui/cx.ts';
import { likedKey } from './api.ts';

export function LikeButton({ post }: { post: Pick<Post, '_id' | 'isLiked' | 'likesCount'> }) {
  const t = useT('post');
  const { _id, isLiked, likesCount } = post;
  const setLiked = useMark(_id, { isLiked, likesCount }, like);
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={`${t('like')}, ${t('likes', { count: likesCount })}`}
      onClick={() => setLiked(!isLiked)}
      className={cx(
        'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5',
        isLiked ? 'font-semibold text-mirch' : 'text-soft hover:text-ink',
      )}
    >
      <Heart size={21} aria-hidden fill={isLiked ? 'currentColor' : 'none'} />
      {formatCount(likesCount)}
    </button>
  );
}

const like: Mark<Pick<Post, 'isLiked' | 'likesCount'>> = {
  name: 'like',
  listKey: likedKey,
  change: ({ likesCount }, isLiked) => ({
    isLiked,
    likesCount: Math.max(0, likesCount + (isLiked ? 1 : -1)),
  }),
  send: (postId, isLiked) =>
    isLiked
      ? api('POST /api/v1/like/like/:postId', { params: { postId } })
      : api('DELETE /api/v1/like/unlike/:postId', { params: { postId } }),
  failure: () => getT('post')('likeFailed'),
};
