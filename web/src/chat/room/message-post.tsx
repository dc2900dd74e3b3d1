import { Link } from '@tanstack/react-router';
import type { Message } from '@upaj/contract/chat/messages';
import { langOf, useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { Photo } from '#ui/photos/photo.tsx';

export type PostReference = NonNullable<Message['post']>;
/** The part of a post that an offer names. */
export type OfferedPost = Pick<PostReference, '_id' | 'authorId' | 'title' | 'image'>;

export const inMessageClass =
  'mb-1.5 flex items-center gap-3 rounded-control border border-line bg-card p-2 text-ink';
export const pinnedClass = 'flex min-w-0 flex-1 items-center gap-2.5 rounded-control text-ink';

export function MessagePost({ post }: { post: PostReference }) {
  return (
    <Link to="/post/$postId" params={{ postId: post._id }} className={inMessageClass}>
      <PostSummary post={post} photoClass="size-14" />
    </Link>
  );
}

export function PinnedPost({ post }: { post: PostReference | OfferedPost }) {
  return (
    <Link to="/post/$postId" params={{ postId: post._id }} className={pinnedClass}>
      <PostSummary post={post} photoClass="size-11" />
    </Link>
  );
}

function PostSummary({ post, photoClass }: { post: PostReference | OfferedPost; photoClass: string }) {
  const tNames = useT('names');
  const t = useT('chat');
  return (
    <>
      <span className={cx('relative shrink-0 overflow-hidden rounded-small', photoClass)}>
        <Photo src={post.image ?? undefined} alt="" sizes="3.5rem" widest={320} />
      </span>
      <span className="min-w-0 flex-1 text-note">
        <span lang={langOf(post.title)} className="line-clamp-1 font-semibold">
          {post.title}
        </span>
        {'price' in post ? (
          <span className="flex flex-wrap items-center gap-x-2">
            <span>
              <b>{formatMoney(post.price)}</b>{' '}
              <span className="text-soft">{tNames(`unit.${post.priceUnit}`)}</span>
            </span>
            {!post.isAvailable && <Badge tone="mirch">{t('soldOut')}</Badge>}
          </span>
        ) : (
          <span className="block">{'\u00A0'}</span>
        )}
      </span>
    </>
  );
}
