import { Link } from '@tanstack/react-router';
import type { Comment } from '@upaj/contract/trade/comments';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { VerifiedTick } from '#ui/verified-tick.tsx';

interface CommentItemProps {
  comment: Comment;
  isSeller: boolean;
  /** What the reader can do about it. */
  children: ReactNode;
}

export function CommentItem({ comment, isSeller, children }: CommentItemProps) {
  const texts = useTexts('comments');
  const { ago } = useFormat();
  const { author, createdAt } = comment;
  return (
    <article className="flex flex-col gap-2 px-4 pt-3 pb-1.5">
      <Link
        to="/user/$username"
        params={{ username: author.username }}
        className="flex min-h-11 min-w-0 items-center gap-3 self-start max-w-full"
      >
        <Avatar name={author.fullName} src={author.avatar} />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <b className="truncate font-semibold">{author.fullName}</b>
            {author.isVerified && <VerifiedTick />}
            {isSeller && (
              <Badge tone="leaf" className="shrink-0">
                {texts.seller}
              </Badge>
            )}
          </span>
          <time dateTime={createdAt} className="block text-note text-soft">
            {ago(createdAt)}
          </time>
        </span>
      </Link>
      <p className="wrap-anywhere whitespace-pre-line">{comment.text}</p>
      <div className="-mr-2 flex flex-wrap justify-end">{children}</div>
    </article>
  );
}
