import { nameOfCrop } from '@upaj/contract/crop-names';
import type { Language } from '@upaj/contract/texts';
import { findCrop } from '@upaj/contract/catalogue';
import { limits } from '@upaj/contract/limits';
import type { Suggestions } from '@upaj/contract/trade/search';
import type { FindVarieties } from '#src/mandi/market-page/service.ts';
import type { DirectoryService } from '#src/people/directory/service.ts';
import type { Viewer } from '#src/platform/http/route.ts';
import { suggest } from '#src/platform/names/understand.ts';
import { readSearch, searchedWords, toFoundPlace } from './read-search.ts';
import type { SearchStore } from './store.ts';

interface SuggestOptions {
  limit?: number | undefined;
  lang?: Language | undefined;
}

/** Shorter parts are in too many words to be looked up. */
const minPart = 3;

interface SearchDeps {
  store: Pick<SearchStore, 'suggestPosts'>;
  directory: Pick<DirectoryService, 'findNamed'>;
  findVarieties: FindVarieties;
}

export function searchService({ store, directory, findVarieties }: SearchDeps) {
  return {
    async suggest(
      q: string,
      viewer: Viewer,
      { limit = limits.search.suggestions.usual, lang = 'en' }: SuggestOptions,
    ): Promise<Suggestions> {
      const state = viewer.place?.state;
      const completed = suggest(q, { state });
      const { filter, understood } = readSearch(q, {}, await findVarieties(), state);
      const isFound = understood.crops.length > 0 || understood.categories.length > 0;
      const [firstCrop] = isFound ? [] : completed.crops;
      const wanted = firstCrop ? { cropKeys: [firstCrop] } : filter;
      const [people, posts] = await Promise.all([
        directory.findNamed(viewer.id, q.split(/\s+/), limit),
        isLong(q) ? store.suggestPosts(wanted, viewer.id, limit) : [],
      ]);
      const sure = understood.crops.filter(({ isSure }) => isSure).map(({ crop }) => crop.id);
      const ids = new Set([...sure, ...completed.crops, ...understood.crops.map(({ crop }) => crop.id)]);
      return {
        crops: [...ids].slice(0, limit).flatMap((id) => {
          const crop = findCrop(id);
          return crop ? [{ id, en: crop.en, name: nameOfCrop(crop, lang) }] : [];
        }),
        places: completed.places.slice(0, limit).map(toFoundPlace),
        people,
        posts,
      };
    },
  };
}

function isLong(q: string): boolean {
  return searchedWords([q]).some((word) => word.length >= minPart);
}

export type SearchService = ReturnType<typeof searchService>;
