import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import BellRing from 'lucide-react/icons/bell-ring';
import Bookmark from 'lucide-react/icons/bookmark';
import Heart from 'lucide-react/icons/heart';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { likedPostsQuery } from '#trade/likes/api.ts';
import { PostList } from '#trade/posts/post-list.tsx';
import { savedPostsQuery } from '#trade/saves/api.ts';
import { ArrowLink } from '#ui/arrow-link.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { BrowsedPost } from '../home/browsed-post.tsx';

export function SavedPosts() {
  const t = useT('saved');
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-6">
        <ArrowLink to="/saved-searches" icon={<BellRing size={18} aria-hidden />}>
          {t('searches')}
        </ArrowLink>
        <ArrowLink to="/liked-posts" icon={<Heart size={18} aria-hidden />}>
          {t('likedPosts')}
        </ArrowLink>
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
