import { useInfiniteQuery } from '@tanstack/react-query';
import { mayDeleteComment, type Comment } from '@upaj/contract/comments';
import type { Post } from '@upaj/contract/posts';
import MessageSquare from 'lucide-react/icons/message-square';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { formatCount } from '#lib/format.ts';
import { useUser } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { commentsQuery } from './api.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { DeleteButton } from './delete-button.tsx';

interface CommentsProps {
  post: Pick<Post, '_id' | 'comments' | 'author'>;
  /** What a reader can do about a comment of somebody else. */
  renderReport: (comment: Comment) => ReactNode;
}

/** What is asked and said under a post. Needs the texts 'comments'. */
export function Comments({ post, renderReport }: CommentsProps) {
  const texts = useTexts('comments');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const viewerId = useUser()?._id;
  const list = useInfiniteQuery(commentsQuery(post._id));
  const sellerId = post.author._id;
  useEffect(() => {
    // Whoever is led here comes before there is anything to be led to.
    if (window.location.hash === '#comments') heading.current?.closest('section')?.scrollIntoView();
  }, []);

  const keepFocus = () => {
    // Who is writing meanwhile keeps it.
    if (document.activeElement?.tagName !== 'TEXTAREA') heading.current?.focus({ preventScroll: true });
  };
  const renderActions = (comment: Comment) => {
    if (viewerId === undefined) return null;
    const authorId = comment.author._id;
    return (
      <>
        {viewerId !== authorId && renderReport(comment)}
        {mayDeleteComment(viewerId, authorId, sellerId) && (
          <DeleteButton postId={post._id} comment={comment} onDeleted={keepFocus} />
        )}
      </>
    );
  };

  return (
    <section id="comments" aria-labelledby={id} className="mt-5 flex max-w-2xl flex-col gap-4">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-lead font-semibold">
        {texts.title}
        {post.comments > 0 && <span className="font-normal text-soft"> ({formatCount(post.comments)})</span>}
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
            title={texts.empty}
            text={texts.emptyText}
          />
        }
        texts={{ failed: texts.failed, loading: texts.loading, more: texts.more }}
        skeletons={<CommentSkeleton />}
        className="divide-y divide-line rounded-card border border-line bg-card"
      />
    </section>
  );
}

function CommentSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <Skeleton shape="circle" className="size-10" />
        <Skeleton className="h-4 w-36" />
      </div>
      <Skeleton className="h-4 w-full max-w-md" />
    </div>
  );
}
