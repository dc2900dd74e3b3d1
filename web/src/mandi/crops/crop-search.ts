import { useQuery } from '@tanstack/react-query';
import { crops, findCrop, type Crop } from '@upaj/contract/crops';
import { foldText } from '@upaj/contract/fold-text';
import { limits } from '@upaj/contract/limits';
import { useMemo } from 'react';
import { api } from '#lib/api.ts';
import { useSettled } from '#lib/use-time.ts';
import { nameOfCrop } from '#i18n/crop-names.ts';
import { getLocale, useLocale, type Locale } from '#i18n/locale.ts';

const leastLength = 2;
const enough = 3;

interface Suggestion {
  value: string;
  note?: string;
}

/**
 * Marks the suggestions that the server finds by another name, such as 'kanda' for Onion. The browser does not load all
 * these names, because they are too many. Without a response, only the names in `suggestions` are searched.
 */
export function useFoundCrops<S extends Suggestion>(typed: string, suggestions: readonly S[]) {
  const lang = useLocale();
  const text = foldText(typed);
  const settled = useSettled(text);
  const isNeeded = useMemo(() => {
    const names = suggestions.map(({ value, note = '' }) => ({
      name: foldText(value),
      all: foldText(`${value} ${note}`),
    }));
    return (
      text.length >= leastLength &&
      text.length <= limits.search.max &&
      !names.some(({ name }) => name === text) &&
      names.filter(({ all }) => all.includes(text)).length < enough
    );
  }, [text, suggestions]);
  const { data, isFetching } = useQuery({
    queryKey: ['crops', lang, settled],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /api/v1/crops', { query: { q: settled, lang }, signal });
      return new Set(data.map(({ name }) => name));
    },
    enabled: isNeeded && settled === text,
    retry: false,
    staleTime: Infinity,
  });
  const found = isNeeded && settled === text ? data : undefined;
  const marked = useMemo(
    () => suggestions.map((each) => (found?.has(each.value) ? { ...each, isFound: true } : each)),
    [suggestions, found],
  );
  return { suggestions: marked, isSearching: isNeeded && (settled !== text || isFetching) };
}

/** Finds a crop by its name in English, Hindi or the reader's language. */
export function findTypedCrop(name: string): Crop | undefined {
  const locale = getLocale();
  const folded = foldText(name);
  return findCrop(name) ?? crops.find((crop) => foldText(nameOfCrop(crop, locale)) === folded);
}

/** English readers see the Hindi name too, others the English one. */
export function suggestionOf(crop: Crop, locale: Locale): { value: string; note: string } {
  return { value: nameOfCrop(crop, locale), note: locale === 'en' ? crop.hi : crop.en };
}

/**
 * Suggests crops in the reader's language. They are also found by their Hindi or English name, and by other names that
 * the server knows.
 */
export function useCropSuggestions(typed: string) {
  const locale = useLocale();
  const names = useMemo(() => crops.map((crop) => suggestionOf(crop, locale)), [locale]);
  return useFoundCrops(typed, names).suggestions;
}
