import { useQuery } from '@tanstack/react-query';
import { crops, findCrop, type Crop } from '@upaj/contract/crops';
import { foldText } from '@upaj/contract/fold-text';
import type { FoundCrop } from '@upaj/contract/mandi/crop-search';
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

/** Crops that the server found since the page was loaded, by all their names: forms know them like usual ones. */
const foundCrops = new Map<string, FoundCrop>();

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
      for (const crop of data)
        for (const name of [crop.en, crop.hi, crop.name]) foundCrops.set(foldText(name), crop);
      return data;
    },
    enabled: isNeeded && settled === text,
    retry: false,
    staleTime: Infinity,
  });
  const found = isNeeded && settled === text ? data : undefined;
  const marked = useMemo(
    () =>
      suggestions.map((each) =>
        found?.some(({ name }) => name === each.value) ? { ...each, isFound: true } : each,
      ),
    [suggestions, found],
  );
  return { suggestions: marked, found, isSearching: isNeeded && (settled !== text || isFetching) };
}

/** What a form needs of a crop. */
interface TypedCrop {
  id: string;
  en: string;
  /** In the reader's language. */
  name: string;
  category: string;
  unit: string | undefined;
}

/**
 * Finds a crop by its name in English, Hindi or the reader's language. A name that only resembles it is not enough: the
 * person chooses from the suggestions.
 */
export function findTypedCrop(name: string): TypedCrop | undefined {
  const locale = getLocale();
  const folded = foldText(name);
  const usual = findCrop(name) ?? crops.find((each) => foldText(nameOfCrop(each, locale)) === folded);
  if (usual) return { ...usual, name: nameOfCrop(usual, locale), unit: usual.units[0] };
  const further = foundCrops.get(folded);
  // The name stays as it was typed, because lists of posts do not translate it.
  return further && { ...further, en: name };
}

/** English readers see the Hindi name too, others the English one. */
export function suggestionOf(crop: Crop, locale: Locale): { value: string; note: string } {
  return { value: nameOfCrop(crop, locale), note: locale === 'en' ? crop.hi : crop.en };
}

/**
 * Suggests crops in the reader's language: the usual ones, which are also found by their Hindi or English name, and
 * what the server finds among all names of all crops. `crop` is the one that is typed, as far as it is known, and
 * `meant` is what a person may have meant by a text that is no name of a crop.
 */
export function useCropSuggestions(typed: string) {
  const locale = useLocale();
  const names = useMemo(() => crops.map((crop) => suggestionOf(crop, locale)), [locale]);
  const { suggestions, found = [] } = useFoundCrops(typed, names);
  const all = useMemo(() => {
    const known = new Set(suggestions.map(({ value }) => value));
    const others = found.filter(({ name }) => !known.has(name));
    return [
      ...suggestions,
      ...others.map(({ name, en, hi }) => ({ value: name, note: locale === 'en' ? hi : en, isFound: true })),
    ];
  }, [suggestions, found, locale]);
  const crop = findTypedCrop(typed);
  return { suggestions: all, crop, meant: crop ? [] : found.slice(0, enough) };
}
