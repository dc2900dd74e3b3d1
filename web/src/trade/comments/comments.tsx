import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { mayDeleteComment, type Comment } from '@upaj/contract/trade/comments';
import type { Post } from '@upaj/contract/trade/posts';
import MessageSquare from 'lucide-react/icons/message-square';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { langOf, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { formatCount, useFormat } from '#lib/format.ts';
import { useUser } from '#people/users/session.ts';
import { Avatar, VerifiedTick } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SaidSkeleton } from '#ui/loading.tsx';
import { toast } from '#ui/toast/toast.ts';
import { commentsQuery, deleteComment } from './api.ts';
import { CommentForm } from './comment-form.tsx';

interface CommentsProps {
  post: Pick<Post, '_id' | 'comments' | 'author'>;
  renderReport: (comment: Comment, name: string) => ReactNode;
}

export function Comments({ post, renderReport }: CommentsProps) {
  const t = useT('comments');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const viewerId = useUser()?._id;
  const router = useRouter();
  const list = useInfiniteQuery(commentsQuery(post._id));
  const sellerId = post.author._id;
  // Suspended users' comments are counted but not listed.
  const isEmpty = list.data?.pages.every(({ data }) => data.length === 0) ?? false;
  useEffect(() => {
    // The router looks for the section before its code is loaded. Without the hash it restores the scroll
    // position.
    if (router.state.location.hash !== 'comments') return;
    heading.current?.closest('section')?.scrollIntoView();
    void router.navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
  }, [router]);

  const restoreFocus = () => {
    // The heading takes the focus unless the user is typing.
    if (document.activeElement?.tagName !== 'TEXTAREA') heading.current?.focus({ preventScroll: true });
  };
  const renderActions = (comment: Comment) => {
    if (viewerId === undefined) return null;
    const authorId = comment.author._id;
    return (
      <>
        {viewerId !== authorId && renderReport(comment, commentName(comment))}
        {mayDeleteComment(viewerId, authorId, sellerId) && (
          <DeleteButton postId={post._id} comment={comment} onDeleted={restoreFocus} />
        )}
      </>
    );
  };

  return (
    <section id="comments" aria-labelledby={id} className="mt-5 flex max-w-2xl flex-col gap-4">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-lead font-semibold">
        {t('title')}
        {post.comments > 0 && !isEmpty && (
          <span className="font-normal text-soft"> ({formatCount(post.comments)})</span>
        )}
      </h2>
      <Card className="p-4">
        <CommentForm postId={post._id} isSeller={viewerId === sellerId} />
      </Card>
      <PagedList
        list={list}
        renderItem={(comment) => (
          <CommentItem comment={comment} isSeller={comment.author._id === sellerId}>
            {renderActions(comment)}
          </CommentItem>
        )}
        empty={
          <EmptyState
            heading="h3"
            icon={<MessageSquare size={30} />}
            title={t('empty')}
            text={t('emptyText')}
          />
        }
        texts={{ failed: t('failed'), loading: t('loading'), more: t('more') }}
        skeletons={<SaidSkeleton />}
        className="divide-y divide-line rounded-card border border-line bg-card"
      />
    </section>
  );
}

interface DeleteButtonProps {
  postId: string;
  comment: Comment;
  onDeleted: () => void;
}

function DeleteButton({ postId, comment, onDeleted }: DeleteButtonProps) {
  const tCommon = useT('common');
  const t = useT('comments');
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteComment(client, postId, comment._id),
    onSuccess: () => {
      toast.success(t('deleted'));
      onDeleted();
    },
    onError: (error) =>
      toast.error(tCommon('withReason', { failure: t('deleteFailed'), reason: errorText(error) })),
  });
  const confirmDelete = async () => {
    const title = t('deleteTitle');
    const text = t('deleteText');
    if (await confirm({ title, text, action: tCommon('delete'), isDangerous: true })) removal.mutate();
  };
  return (
    <Button
      variant="quiet"
      aria-label={`${tCommon('delete')}: ${commentName(comment)}`}
      onClick={() => void confirmDelete()}
      busy={removal.isPending}
      className="text-mirch"
    >
      {tCommon('delete')}
    </Button>
  );
}

export function commentName({ author, text }: Comment): string {
  const flattened = text.replaceAll(/\s+/g, ' ');
  const beginning = /^.{1,40}(?= |$)/u.exec(flattened)?.[0] ?? [...flattened].slice(0, 40).join('');
  return `${author.fullName}, ${beginning}${beginning === flattened ? '' : '…'}`;
}

interface CommentItemProps {
  comment: Comment;
  isSeller: boolean;
  children: ReactNode;
}

function CommentItem({ comment, isSeller, children }: CommentItemProps) {
  const t = useT('comments');
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
            <b lang={langOf(author.fullName)} className="truncate font-semibold">
              {author.fullName}
            </b>
            {author.isVerified && <VerifiedTick of={author} />}
            {isSeller && (
              <Badge tone="leaf" className="shrink-0">
                {t('seller')}
              </Badge>
            )}
          </span>
          <time dateTime={createdAt} className="block text-note text-soft">
            {ago(createdAt)}
          </time>
        </span>
      </Link>
      <p lang={langOf(comment.text)} className="wrap-anywhere whitespace-pre-line">
        {comment.text}
      </p>
      <div className="-mr-2 flex flex-wrap justify-end">{children}</div>
    </article>
  );
}
