import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import Handshake from 'lucide-react/icons/handshake';
import Plus from 'lucide-react/icons/plus';
import Settings from 'lucide-react/icons/settings';
import ShoppingBasket from 'lucide-react/icons/shopping-basket';
import Wheat from 'lucide-react/icons/wheat';
import type { ReactNode } from 'react';
import { Reviews } from '#deals/reviews/reviews.tsx';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { OwnAbout } from '#people/profiles/about.tsx';
import { ownProfileQuery } from '#people/profiles/api.ts';
import { EditProfileButton } from '#people/profiles/own-profile-actions.tsx';
import { AvatarEditor, CoverEditor } from '#people/profiles/photo-editors.tsx';
import { ProfileHeader } from '#people/profiles/profile-header.tsx';
import { ProfileTabs } from '#people/profiles/profile-tabs.tsx';
import { useUser } from '#people/users/session.ts';
import { LikeButton } from '#trade/likes/like-button.tsx';
import { ownPostsQuery } from '#trade/posts/api.ts';
import { OwnerCardActions } from '#trade/posts/owner-actions.tsx';
import { PostCard } from '#trade/posts/post-card.tsx';
import { PostList } from '#trade/posts/post-list.tsx';
import { RecordLine } from '#trade/posts/record-line.tsx';
import { ShareButton } from '#trade/share/share-button.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { SavedPosts } from './shared/saved-posts.tsx';

const route = getRouteApi('/members/Profile');

export function OwnProfileScreen() {
  const tShell = useT('shell');
  const t = useT('profile');
  const user = useUser();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  // The screen shows the user of the session. This query only refreshes that user: it may fail, and never rerenders.
  useQuery({ ...ownProfileQuery, notifyOnChangeProps: [] });
  const posts = useInfiniteQuery(ownPostsQuery());
  useTitle(tShell('profile'));
  if (!user) return null;

  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-3 md:gap-5">
      <ProfileHeader
        profile={user}
        cover={<CoverEditor src={user.coverImage} />}
        avatar={<AvatarEditor user={user} />}
        record={<RecordLine record={user.record} openDisputes={user.openDisputes} />}
        actions={
          <>
            <EditProfileButton user={user} />
            <ShareButton
              path={`/user/${encodeURIComponent(user.username)}`}
              text={t('shareText', { name: user.fullName })}
            >
              {t('shareProfile')}
            </ShareButton>
            <Link
              to="/settings"
              aria-label={t('settings')}
              title={t('settings')}
              className={buttonClass('line', 'px-2.5!')}
            >
              <Settings size={20} aria-hidden />
            </Link>
          </>
        }
      >
        <nav aria-label={t('trade')} className="flex flex-wrap gap-2 lg:col-start-2 lg:row-start-3">
          <TradeLink to="/deals" icon={<Handshake size={18} aria-hidden />}>
            {t('deals')}
          </TradeLink>
          <TradeLink to="/post-figures" icon={<ChartColumn size={18} aria-hidden />}>
            {t('figures')}
          </TradeLink>
          <TradeLink to="/purchases" icon={<ShoppingBasket size={18} aria-hidden />}>
            {t('purchases')}
          </TradeLink>
        </nav>
      </ProfileHeader>
      <ProfileTabs
        tab={tab}
        onTab={(search) => void navigate({ search, replace: true, resetScroll: false })}
        labels={{ posts: t('myPosts'), reviews: t('reviews') }}
        posts={
          <PostList
            list={posts}
            failed={t('postsFailed')}
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
                title={t('empty')}
                text={t('emptyText')}
                action={
                  <Link to="/create-post" className={buttonClass()}>
                    <Plus size={20} aria-hidden />
                    {t('emptyAction')}
                  </Link>
                }
              />
            }
          />
        }
        saved={<SavedPosts />}
        about={<OwnAbout user={user} />}
        reviews={<Reviews profile={user} isOwn />}
      />
    </div>
  );
}

interface TradeLinkProps {
  to: '/deals' | '/post-figures' | '/purchases';
  icon: ReactNode;
  children: ReactNode;
}

function TradeLink({ to, icon, children }: TradeLinkProps) {
  return (
    <Link
      to={to}
      className="flex min-h-11 flex-1 flex-col items-center justify-center gap-0.5 rounded-control bg-leaf-wash p-1 text-center text-tiny leading-tight font-semibold wrap-break-word text-leaf hover:underline"
    >
      {icon}
      {children}
    </Link>
  );
}
