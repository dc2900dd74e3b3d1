import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** All of the market page in one call; without a location, the server's own choice of one. */
export function overviewQuery(location: string | undefined) {
  return queryOptions({
    queryKey: ['market', 'overview', location ?? ''],
    queryFn: async ({ signal }) =>
      (await api('GET /api/market/overview', { query: { location }, signal })).data,
    // A tab may have stood in the background for days.
    refetchOnWindowFocus: true,
  });
}
