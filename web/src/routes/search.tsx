import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Understood } from '@upaj/contract/trade/search';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { countOf, formatCount } from '#lib/format.ts';
import { useTitle } from '#lib/use-title.ts';
import { directoryQuery } from '#people/directory/api.ts';
import { PeopleFound } from '#people/directory/people-found.tsx';
import { feedQuery } from '#trade/feed/api.ts';
import { useChosenPlace } from '#people/place/place.ts';
import { Browse, ListHeader, useKnownFilters } from '#trade/feed/browse.tsx';
import { nearChosen } from '#trade/feed/near-first.ts';
import type { Filters } from '#trade/feed/filters.ts';
import { useListView, ViewToggle } from '#trade/feed/list-view.tsx';
import { CompactCard } from '#trade/posts/compact-card.tsx';
import { PostList } from '#trade/posts/post-list.tsx';
import { SaveSearchButton } from '#trade/saved-searches/save-search.tsx';
import { Guesses, UnderstoodBar } from '#trade/search/understood-bar.tsx';
import { dropReplaced, withSearch } from '#trade/search/words.ts';
import { BrowsedPost } from './home/browsed-post.tsx';
import { NothingFound } from './shared/nothing-found.tsx';

const route = getRouteApi('/members/search');

export function SearchScreen() {
  const t = useT('search');
  const tFeed = useT('feed');
  const filters = useKnownFilters(route.useSearch());
  const { q = '', verbatim } = filters;
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(feedQuery(nearChosen(filters, useChosenPlace())));
  const [isCompact, setCompact] = useListView('crops');
  const understood = useUnderstood(filters, list.data?.pages[0]?.page.understood);
  const peopleQ = wordsForPeople(q, understood);
  const people = useInfiniteQuery({ ...directoryQuery({ q: peopleQ }), enabled: peopleQ !== '' });
  const total = list.data?.pages[0]?.page.total;
  const title = q ? t('results', { words: q }) : t('title');
  useTitle(title);

  const show = (search: Filters) => void navigate({ search });
  const onSearch = (words: string) => show(withSearch(filters, words));
  const onFilters = (next: Filters) => show(dropReplaced(filters, next, understood));
  return (
    <Browse
      hasCrops
      filters={filters}
      onFilters={onFilters}
      header={
        <ListHeader
          title={title}
          count={
            total === undefined
              ? list.error && ''
              : tFeed('postsFound', { total: countOf(total), shown: formatCount(total) })
          }
          toggle={<ViewToggle isCompact={isCompact} onChange={setCompact} />}
          action={<SaveSearchButton filters={filters} />}
        />
      }
    >
      {q && (
        <UnderstoodBar
          q={q}
          isVerbatim={verbatim !== undefined}
          understood={list.error ? noMeaning : understood}
          onSearch={onSearch}
          onVerbatim={(isVerbatim) =>
            show({ ...withSearch(filters, q), ...(isVerbatim && { verbatim: 'true' }) })
          }
        />
      )}
      {understood && peopleQ && <PeopleFound q={peopleQ} />}
      <PostList
        // The posts wait for the people above them, who would push them down.
        list={{ ...list, isPending: list.isPending || people.isLoading }}
        failed={tFeed('failed')}
        isCompact={isCompact}
        renderCard={(post, isFirst) =>
          isCompact ? (
            <CompactCard post={post} eager={isFirst} />
          ) : (
            <BrowsedPost post={post} eager={isFirst} />
          )
        }
        empty={
          <>
            {understood && <Guesses understood={understood} onSearch={onSearch} />}
            <NothingFound filters={filters} onFilters={onFilters} />
          </>
        }
      />
    </Browse>
  );
}

const noMeaning: Understood = {
  crops: [],
  categories: [],
  places: [],
  people: [],
  words: [],
  ignored: [],
  guesses: { crops: [], places: [] },
};

/** Searches people for all words until the search is understood: most searches for people are only a name. */
function wordsForPeople(q: string, understood: Understood | undefined): string {
  if (!understood) return q;
  const { crops, categories, places } = understood;
  if (crops.length + categories.length + places.length === 0) return q;
  return understood.words.join(' ');
}

/** Keeps what is understood of these words while other filters load. */
function useUnderstood({ q, verbatim }: Filters, fresh: Understood | undefined): Understood | undefined {
  const [last, setLast] = useState<{ of: string; understood: Understood }>();
  const of = `${verbatim ?? ''} ${q ?? ''}`;
  if (fresh && (last?.understood !== fresh || last.of !== of)) setLast({ of, understood: fresh });
  return fresh ?? (last?.of === of ? last.understood : undefined);
}
