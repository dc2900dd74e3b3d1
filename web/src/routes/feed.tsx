import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Wheat from 'lucide-react/icons/wheat';
import { useT } from '#i18n/locale.ts';
import { countOf, formatCount, useFormat } from '#lib/format.ts';
import { useSignal } from '#lib/signal.ts';
import { useTitle } from '#lib/use-title.ts';
import { useKnownUser } from '#people/users/session.ts';
import { feedQuery } from '#trade/feed/api.ts';
import { Browse, ListHeader, useKnownFilters } from '#trade/feed/browse.tsx';
import { activeFilters } from '#trade/feed/filters.ts';
import { shownFeedStoredAt } from '#trade/feed/stored-feed.ts';
import { PostList } from '#trade/posts/post-list.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { BrowsedPost } from './shared/browsed-post.tsx';
import { NothingFound } from './shared/nothing-found.tsx';

const route = getRouteApi('/members/');

export function FeedScreen() {
  const t = useT('feed');
  const tShell = useT('shell');
  const user = useKnownUser();
  const filters = useKnownFilters(route.useSearch());
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(feedQuery(filters));
  const available = list.data?.pages[0]?.page.available;
  const storedAt = useSignal(shownFeedStoredAt);
  const isStored = storedAt > 0 && list.dataUpdatedAt === storedAt;
  const { time } = useFormat();
  useTitle(tShell('home'));

  const createPost = (text: string) => (
    <Link to="/create-post" className={buttonClass()}>
      <Plus size={20} aria-hidden />
      {text}
    </Link>
  );
  return (
    <Browse
      filters={filters}
      onFilters={(search) => void navigate({ search })}
      header={
        <ListHeader
          title={t('welcome', { name: user?.fullName ?? '' })}
          count={
            isStored
              ? t('stored', { time: time(list.dataUpdatedAt) })
              : available === undefined
                ? list.error && ''
                : t('activePosts', { total: countOf(available), shown: formatCount(available) })
          }
          action={createPost(t('createPost'))}
        />
      }
    >
      <PostList
        list={list}
        failed={t('failed')}
        renderCard={(post, isFirst) => <BrowsedPost post={post} eager={isFirst} />}
        empty={
          activeFilters(filters).length > 0 ? (
            <NothingFound filters={filters} onFilters={(search) => void navigate({ search })} />
          ) : (
            <EmptyState icon={<Wheat size={30} />} title={t('empty')} action={createPost(t('emptyAction'))} />
          )
        }
      />
    </Browse>
  );
}
