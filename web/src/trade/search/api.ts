import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Locale } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';

/** Suggestions are optional, so the request is neither retried nor reported. */
export function suggestionsQuery(q: string, lang: Locale) {
  return queryOptions({
    queryKey: ['suggestions', lang, q],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/search', { query: { q, lang: lang === 'en' ? undefined : lang }, signal }))
        .data,
    enabled: q !== '',
    retry: false,
    placeholderData: keepPreviousData,
  });
}
