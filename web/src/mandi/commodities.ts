import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** What mandis have reported lately; another ingestion may bring something new. */
export const commoditiesQuery = queryOptions({
  queryKey: ['market', 'commodities'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/market/commodities', { signal })).data,
  staleTime: 10 * 60_000,
});
