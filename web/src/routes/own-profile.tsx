import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Wheat from 'lucide-react/icons/wheat';
import { LikeButton } from '#features/likes/like-button.tsx';
import { ownPostsQuery } from '#features/posts/api.ts';
import { OwnerCardActions } from '#features/posts/owner-card-actions.tsx';
import { PostCard } from '#features/posts/post-card.tsx';
import { PostList } from '#features/posts/post-list.tsx';
import { ProfileHeader } from '#features/profiles/profile-header.tsx';
import { useT, useTexts } from '#i18n/locale.ts';
import { useUser } from '#lib/session.ts';
import { useTitle } from '#lib/use-title.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ProfileTabs } from '#features/profiles/profile-tabs.tsx';

export function OwnProfileScreen() {
  const t = useT();
  const texts = useTexts('profile');
  const user = useUser();
  const posts = useInfiniteQuery(ownPostsQuery());
  useTitle(t.shell.profile);
  if (!user) return null;

  const createPost = (text: string) => (
    <Link to="/create-post" className={buttonClass()}>
      <Plus size={20} aria-hidden />
      {text}
    </Link>
  );
  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-5">
      <ProfileHeader profile={user} action={createPost(t.feed.createPost)} />
      <ProfileTabs
        profile={user}
        postsLabel={texts.myPosts}
        posts={
          <PostList
            list={posts}
            failed={texts.postsFailed}
            renderCard={(post, isFirst) => (
              <PostCard
                post={post}
                eager={isFirst}
                like={<LikeButton post={post} />}
                action={<OwnerCardActions post={post} />}
              />
            )}
            empty={
              <EmptyState
                icon={<Wheat size={30} />}
                title={texts.empty}
                text={texts.emptyText}
                action={createPost(texts.emptyAction)}
              />
            }
          />
        }
      />
    </div>
  );
}
