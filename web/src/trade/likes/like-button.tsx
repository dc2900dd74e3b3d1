import type { Post } from '@upaj/contract/trade/posts';
import Heart from 'lucide-react/icons/heart';
import { useT } from '#i18n/locale.ts';
import { formatCount } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { useLike } from './use-like.ts';

export function LikeButton({ post }: { post: Pick<Post, '_id' | 'isLiked' | 'likesCount'> }) {
  const t = useT();
  const toggle = useLike(post);
  return (
    <button
      type="button"
      aria-pressed={post.isLiked}
      aria-label={`${t.post.like}, ${t.post.likes(post.likesCount)}`}
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
