import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { mayDeleteComment, type Comment } from '@upaj/contract/trade/comments';
import type { Post } from '@upaj/contract/trade/posts';
import MessageSquare from 'lucide-react/icons/message-square';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { formatCount } from '#lib/format.ts';
import { useUser } from '#people/users/session.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SaidSkeleton } from '#ui/skeleton.tsx';
import { commentsQuery } from './api.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { commentName } from './comment-name.ts';
import { DeleteButton } from './delete-button.tsx';

interface CommentsProps {
  post: Pick<Post, '_id' | 'comments' | 'author'>;
  /** What a reader can do about a comment of somebody else; `name` tells it from the others. */
  renderReport: (comment: Comment, name: string) => ReactNode;
}

/** The entries of the browser's history whose reader has been led to the comments. */
const ledAt = new Set<string | undefined>();

/** What is asked and said under a post. Needs the texts 'comments'. */
export function Comments({ post, renderReport }: CommentsProps) {
  const texts = useTexts('comments');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const viewerId = useUser()?._id;
  const { history } = useRouter();
  const list = useInfiniteQuery(commentsQuery(post._id));
  const sellerId = post.author._id;
  // Those of suspended people are counted but not shown: over an empty list a count would be a riddle.
  const isEmpty = list.data?.pages.every(({ data }) => data.length === 0) ?? false;
  useEffect(() => {
    const { hash, state } = history.location;
    // Whoever is led here comes before there is anything to be led to. Coming back to this address is another thing:
    // then the router restores the place that was left. How far the page is scrolled does not tell the two apart, as
    // with a hash the router leaves it where the screen before was.
    if (hash !== '#comments' || ledAt.has(state.__TSR_key)) return;
    ledAt.add(state.__TSR_key);
    heading.current?.closest('section')?.scrollIntoView();
  }, [history]);

  const keepFocus = () => {
    // Who is writing meanwhile keeps it.
    if (document.activeElement?.tagName !== 'TEXTAREA') heading.current?.focus({ preventScroll: true });
  };
  const renderActions = (comment: Comment) => {
    if (viewerId === undefined) return null;
    const authorId = comment.author._id;
    return (
      <>
        {viewerId !== authorId && renderReport(comment, commentName(comment))}
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
            title={texts.empty}
            text={texts.emptyText}
          />
        }
        texts={{ failed: texts.failed, loading: texts.loading, more: texts.more }}
        skeletons={<SaidSkeleton />}
        className="divide-y divide-line rounded-card border border-line bg-card"
      />
    </section>
  );
}
