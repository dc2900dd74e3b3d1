import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import BellRing from 'lucide-react/icons/bell-ring';
import Bookmark from 'lucide-react/icons/bookmark';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Heart from 'lucide-react/icons/heart';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { likedPostsQuery } from '#trade/likes/api.ts';
import { PostList } from '#trade/posts/post-list.tsx';
import { savedPostsQuery } from '#trade/saves/api.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { BrowsedPost } from '../home/browsed-post.tsx';

export function SavedPosts() {
  const t = useT('saved');
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-6">
        <ListLink to="/saved-searches" icon={<BellRing size={18} aria-hidden />}>
          {t('searches')}
        </ListLink>
        <ListLink to="/liked-posts" icon={<Heart size={18} aria-hidden />}>
          {t('likedPosts')}
        </ListLink>
      </div>
      <PostList
        list={useInfiniteQuery(savedPostsQuery)}
        failed={t('postsFailed')}
        renderCard={(post, isFirst) => <BrowsedPost post={post} eager={isFirst} />}
        empty={
          <Empty icon={<Bookmark size={28} />} title={t('postsEmpty')}>
            {t('postsEmptyText')}
          </Empty>
        }
      />
    </div>
  );
}

export function LikedPosts() {
  const t = useT('saved');
  return (
    <PostList
      list={useInfiniteQuery(likedPostsQuery)}
      failed={t('likedFailed')}
      renderCard={(post, isFirst) => <BrowsedPost post={post} eager={isFirst} />}
      empty={
        <Empty icon={<Heart size={28} />} title={t('likedEmpty')}>
          {t('likedEmptyText')}
        </Empty>
      }
    />
  );
}

function ListLink({ to, icon, children }: { to: LinkProps['to']; icon: ReactNode; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="flex min-h-11 items-center gap-2 rounded-control font-semibold text-leaf hover:underline"
    >
      {icon}
      {children}
      <ChevronRight size={18} aria-hidden />
    </Link>
  );
}

function Empty({ icon, title, children }: { icon: ReactNode; title: string; children: string }) {
  const t = useT('saved');
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={children}
      action={
        <Link to="/Crops" className={buttonClass()}>
          {t('browse')}
        </Link>
      }
    />
  );
}
