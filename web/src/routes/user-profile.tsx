import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import Wheat from 'lucide-react/icons/wheat';
import { userPostsQuery } from '#features/posts/api.ts';
import { ChatLink } from '#features/posts/chat-link.tsx';
import { PostList } from '#features/posts/post-list.tsx';
import { profileQuery } from '#lib/profile.ts';
import { ProfileHeader } from '#features/profiles/profile-header.tsx';
import { useT, useTexts } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { useUser } from '#lib/session.ts';
import { useTitle } from '#lib/use-title.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { BrowsedPost } from './shared/browsed-post.tsx';
import { ProfileTabs } from '#features/profiles/profile-tabs.tsx';

const route = getRouteApi('/members/user/$username');

export function UserProfileScreen() {
  const t = useT();
  const texts = useTexts('profile');
  const navigate = useNavigate();
  const user = useUser();
  const { username } = route.useParams();
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery(username));
  const posts = useInfiniteQuery(userPostsQuery(username));
  useTitle(profile?.fullName);

  if (!profile) {
    if (!error) return <Spinner label={texts.loading} />;
    const isUnknown = isApiError(error) && error.status === 404;
    return (
      <ErrorState
        heading="h1"
        title={texts.error}
        text={errorText(error, t)}
        onRetry={() => void (isUnknown ? navigate({ to: '/' }) : refetch())}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-5">
      <ProfileHeader
        profile={profile}
        action={
          profile._id !== user?._id && (
            <ChatLink username={profile.username} className="w-full">
              {texts.startChat}
            </ChatLink>
          )
        }
      />
      <ProfileTabs
        profile={profile}
        postsLabel={texts.theirPosts}
        posts={
          <PostList
            list={posts}
            failed={texts.postsFailed}
            renderCard={(post, isFirst) => <BrowsedPost post={post} eager={isFirst} />}
            empty={
              <EmptyState icon={<Wheat size={30} />} title={texts.othersEmpty} text={texts.othersEmptyText} />
            }
          />
        }
      />
    </div>
  );
}
