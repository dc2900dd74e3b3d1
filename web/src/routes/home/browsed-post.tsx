import { Link } from '@tanstack/react-router';
import type { ListedPost, Post } from '@upaj/contract/trade/posts';
import { ChatLink } from '#chat/messages/chat-link.tsx';
import { useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { LikeButton } from '#trade/likes/like-button.tsx';
import { PostCard } from '#trade/posts/post-card.tsx';
import { buttonClass } from '#ui/button.tsx';

interface BrowsedPostProps {
  post: Post & Partial<Pick<ListedPost, 'distanceKm'>>;
  eager: boolean;
}

export function BrowsedPost({ post, eager }: BrowsedPostProps) {
  const t = useT('post');
  const isOwn = useUser()?._id === post.author._id;
  return (
    <PostCard
      post={post}
      eager={eager}
      like={<LikeButton post={post} />}
      action={
        isOwn ? (
          <Link to="/post/$postId/edit" params={{ postId: post._id }} className={buttonClass('line')}>
            {t('edit')}
          </Link>
        ) : (
          <ChatLink username={post.author.username} postId={post._id}>
            {t('chat')}
          </ChatLink>
        )
      }
    />
  );
}
