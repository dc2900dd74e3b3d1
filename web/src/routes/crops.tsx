import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { countOf, formatCount } from '#lib/format.ts';
import { useTitle } from '#lib/use-title.ts';
import { PlaceChip } from '#people/place/place-chip.tsx';
import { useChosenPlace, usePlace } from '#people/place/place.ts';
import { feedQuery } from '#trade/feed/api.ts';
import { Browse, ListHeader, useKnownFilters } from '#trade/feed/browse.tsx';
import type { Filters } from '#trade/feed/filters.ts';
import { useListView, ViewToggle } from '#trade/feed/list-view.tsx';
import { cropsFilters, cropsSearch, nearChosen } from '#trade/feed/near-first.ts';
import { nearestEverywhere, OrderChips } from '#trade/feed/order-chips.tsx';
import { CompactCard } from '#trade/posts/compact-card.tsx';
import { PostList } from '#trade/posts/post-list.tsx';
import { ListTabs } from '#trade/wanted/list-tabs.tsx';
import { BrowsedPost } from './home/browsed-post.tsx';
import { NothingFound } from './shared/nothing-found.tsx';

const route = getRouteApi('/members/Crops');

export function CropsScreen() {
  const t = useT('feed');
  const search = route.useSearch();
  const place = usePlace();
  const filters = useKnownFilters(cropsFilters(search, place));
  const navigate = route.useNavigate();
  const change = (next: Filters) => void navigate({ search: cropsSearch(next, place) });
  const list = useInfiniteQuery(feedQuery(nearChosen(filters, useChosenPlace())));
  const [isCompact, setCompact] = useListView('crops');
  const total = list.data?.pages[0]?.page.total;
  useTitle(t('cropsTitle'));
  return (
    <>
      <ListTabs />
      <Browse
        hasCrops
        filters={filters}
        onFilters={change}
        usualSort={place && 'nearest'}
        chips={place && <OrderChips filters={filters} onFilters={change} />}
        header={
          <ListHeader
            title={t('cropsTitle')}
            count={
              total === undefined
                ? list.error && ''
                : t('postsFound', { total: countOf(total), shown: formatCount(total) })
            }
            toggle={<ViewToggle isCompact={isCompact} onChange={setCompact} />}
            action={
              // The width is limited to leave room for the title.
              <div className="max-w-40 sm:max-w-none">
                <PlaceChip onChosen={() => change(nearestEverywhere(filters))} />
              </div>
            }
          />
        }
      >
        <PostList
          list={list}
          failed={t('failed')}
          isCompact={isCompact}
          renderCard={(post, isFirst) =>
            isCompact ? (
              <CompactCard post={post} eager={isFirst} />
            ) : (
              <BrowsedPost post={post} eager={isFirst} />
            )
          }
          empty={<NothingFound filters={filters} onFilters={change} />}
        />
      </Browse>
    </>
  );
}
