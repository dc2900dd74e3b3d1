import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import BellRing from 'lucide-react/icons/bell-ring';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Heart from 'lucide-react/icons/heart';
import { useT } from '#i18n/locale.ts';
import { likedPostsQuery } from '#trade/likes/api.ts';
import { PostList } from '#trade/posts/post-list.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { BrowsedPost } from '../home/browsed-post.tsx';

export function SavedPosts() {
  const t = useT('saved');
  return (
    <div className="flex flex-col gap-4">
      <Link
        to="/saved-searches"
        className="flex min-h-11 items-center gap-2 self-start rounded-control font-semibold text-leaf hover:underline"
      >
        <BellRing size={18} aria-hidden />
        {t('searches')}
        <ChevronRight size={18} aria-hidden />
      </Link>
      <PostList
        list={useInfiniteQuery(likedPostsQuery)}
        failed={t('postsFailed')}
        renderCard={(post, isFirst) => <BrowsedPost post={post} eager={isFirst} />}
        empty={
          <EmptyState
            icon={<Heart size={28} />}
            title={t('postsEmpty')}
            text={t('postsEmptyText')}
            action={
              <Link to="/Crops" className={buttonClass()}>
                {t('browse')}
              </Link>
            }
          />
        }
      />
    </div>
  );
}
