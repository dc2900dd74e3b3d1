import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { PublicProfile } from '@upaj/contract/people/profiles';
import Wheat from 'lucide-react/icons/wheat';
import { useEffect } from 'react';
import { ChatLink } from '#chat/messages/chat-link.tsx';
import { Reviews } from '#deals/reviews/reviews.tsx';
import { useT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { useTitle } from '#lib/use-title.ts';
import { BlockedNote } from '#moderation/safety/block.tsx';
import { PersonMenu } from '#moderation/safety/person-menu.tsx';
import { FollowButton } from '#people/follows/follow-button.tsx';
import { About } from '#people/profiles/about.tsx';
import { Contact } from '#people/profiles/contact.tsx';
import { Cover } from '#people/profiles/cover.tsx';
import { profileQuery } from '#people/profiles/profile-cache.ts';
import { Presence, ProfileHeader } from '#people/profiles/profile-header.tsx';
import { ProfileTabs } from '#people/profiles/profile-tabs.tsx';
import { useUser } from '#people/users/session.ts';
import { userPostsQuery } from '#trade/posts/api.ts';
import { PostList } from '#trade/posts/post-list.tsx';
import { RecordLine } from '#trade/posts/record-line.tsx';
import { ShareButton } from '#trade/share/share-button.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { BackButton } from '#ui/back-button.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Spinner } from '#ui/loading.tsx';
import { BrowsedPost } from './home/browsed-post.tsx';

const route = getRouteApi('/members/user/$username');

export function UserProfileScreen() {
  const t = useT('profile');
  const navigate = useNavigate();
  const user = useUser();
  const { username } = route.useParams();
  const isOwn = user?.username.toLowerCase() === username.toLowerCase();
  const {
    data: profile,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...profileQuery(username), enabled: !isOwn });
  useTitle(profile?.fullName);
  useEffect(() => {
    if (isOwn) void navigate({ to: '/Profile', replace: true });
  }, [isOwn, navigate]);

  if (profile) return <Person key={profile._id} profile={profile} />;
  if (!error) return <Spinner label={t('loading')} />;
  const isUnknown = isApiError(error) && error.status === 404;
  return (
    <ErrorState
      heading="h1"
      title={t('error')}
      text={isUnknown ? t('notFound') : errorText(error)}
      onRetry={() => void (isUnknown ? navigate({ to: '/' }) : refetch())}
      isRetrying={isFetching}
    />
  );
}

function Person({ profile }: { profile: PublicProfile }) {
  const t = useT('profile');
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const { username, isBlocked } = profile;
  const count = (label: string, total: number) => `${label} (${total})`;
  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-3 md:gap-5">
      <ProfileHeader
        profile={profile}
        cover={
          <Cover src={profile.coverImage}>
            <BackButton to="/" className="absolute top-2 left-2 border border-line bg-card" />
          </Cover>
        }
        avatar={<Avatar name={profile.fullName} src={profile.avatar} size="large" />}
        presence={<Presence profile={profile} />}
        record={<RecordLine record={profile.record} openDisputes={profile.openDisputes} />}
        actions={
          <>
            {!isBlocked && (
              <>
                <ChatLink username={username} busyText={t('startingChat')} className="max-sm:grow">
                  {t('startChat')}
                </ChatLink>
                <FollowButton person={profile} className="max-sm:grow" />
                <Contact username={username} isHidden={profile.contactInfo.isHidden} />
              </>
            )}
            <ShareButton
              path={`/user/${encodeURIComponent(username)}`}
              text={t('shareText', { name: profile.fullName })}
            />
            <PersonMenu person={profile} />
          </>
        }
      />
      <ProfileTabs
        tab={tab}
        onTab={(search) => void navigate({ search, replace: true, resetScroll: false })}
        labels={{
          posts: count(t('theirPosts'), profile.totalPosts),
          reviews: count(t('reviews'), profile.socialStats.totalReviews),
        }}
        posts={isBlocked ? <BlockedNote person={profile} /> : <TheirPosts username={username} />}
        about={<About profile={profile} />}
        reviews={<Reviews profile={profile} isOwn={false} />}
      />
    </div>
  );
}

function TheirPosts({ username }: { username: string }) {
  const t = useT('profile');
  const posts = useInfiniteQuery(userPostsQuery(username));
  return (
    <PostList
      list={posts}
      failed={t('postsFailed')}
      renderCard={(post, isFirst) => <BrowsedPost post={post} eager={isFirst} />}
      empty={<EmptyState icon={<Wheat size={30} />} title={t('othersEmpty')} text={t('othersEmptyText')} />}
    />
  );
}
