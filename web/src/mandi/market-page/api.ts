import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';

/** All of the market page in one call; without a location, the server's own choice of one. */
export function overviewQuery(location: string | undefined, locale: Locale) {
  return queryOptions({
    queryKey: ['market', 'overview', location ?? '', locale],
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/market/overview', {
          query: { location, lang: locale === 'hi' ? locale : undefined },
          signal,
        })
      ).data,
    // A tab may have stood in the background for days.
    refetchOnWindowFocus: true,
  });
}
