import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Wheat from 'lucide-react/icons/wheat';
import { lazy, Suspense } from 'react';
import { loadTexts, useT } from '#i18n/locale.ts';
import { countOf, formatCount } from '#lib/format.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { useTitle } from '#lib/use-title.ts';
import { PlaceChip } from '#people/place/place-chip.tsx';
import { useChosenPlace, usePlace } from '#people/place/place.ts';
import { useUser } from '#people/users/session.ts';
import { feedQuery } from '#trade/feed/api.ts';
import { Browse, ListHeader, useKnownFilters } from '#trade/feed/browse.tsx';
import { activeFilters, changeFilters } from '#trade/feed/filters.ts';
import { useListView, ViewToggle } from '#trade/feed/list-view.tsx';
import { nearChosen } from '#trade/feed/near-first.ts';
import { PostList } from '#trade/posts/post-list.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/states.tsx';
import { BrowsedPost } from './browsed-post.tsx';

const NothingFound = lazy(async () => {
  const [shared] = await Promise.all([import('../shared/nothing-found.tsx'), loadTexts('search')]);
  return { default: shared.NothingFound };
});

const route = getRouteApi('/members/');

export function FeedScreen() {
  const t = useT('feed');
  const tNames = useT('names');
  const tShell = useT('shell');
  const user = useUser();
  const filters = useKnownFilters(route.useSearch());
  const navigate = route.useNavigate();
  const place = usePlace();
  const list = useInfiniteQuery(feedQuery(nearChosen(filters, useChosenPlace())));
  const available = list.data?.pages[0]?.page.available;
  const [isCompact, setCompact] = useListView('home');
  const compact = useLoaded('compact-card', () => import('#trade/posts/compact-card.tsx'), isCompact);
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
      chips={
        <>
          <PlaceChip />
          {place && (
            <Chip
              pressed={filters.sort === 'nearest'}
              onPress={() => {
                const sort = filters.sort === 'nearest' ? undefined : 'nearest';
                void navigate({ search: changeFilters(filters, { sort }) });
              }}
            >
              {tNames('sorts.nearest')}
            </Chip>
          )}
        </>
      }
      header={
        <ListHeader
          isTitleLong
          title={t('welcome', { name: user?.fullName ?? '' })}
          count={
            available === undefined
              ? list.error && ''
              : t('activePosts', { total: countOf(available), shown: formatCount(available) })
          }
          toggle={<ViewToggle isCompact={isCompact} onChange={setCompact} />}
          action={<div className="max-md:hidden">{createPost(t('createPost'))}</div>}
        />
      }
    >
      <PostList
        list={isCompact && !compact ? { ...list, isPending: true } : list}
        failed={t('failed')}
        isCompact={isCompact}
        renderCard={(post, isFirst) =>
          isCompact && compact ? (
            <compact.CompactCard post={post} eager={isFirst} />
          ) : (
            <BrowsedPost post={post} eager={isFirst} />
          )
        }
        empty={
          activeFilters(filters).length > 0 ? (
            <Suspense fallback={null}>
              <NothingFound filters={filters} onFilters={(search) => void navigate({ search })} />
            </Suspense>
          ) : (
            <EmptyState icon={<Wheat size={30} />} title={t('empty')} action={createPost(t('emptyAction'))} />
          )
        }
      />
    </Browse>
  );
}
