import { readFilters, type Filters } from '#trade/feed/filters.ts';

/** Of the filters of posts, those that wanted posts have too. */
const shared = ['category', 'cropType', 'state', 'district', 'priceRange', 'following'] as const;

export type WantedFilters = Pick<Filters, (typeof shared)[number]> & { sort?: 'price-high'; mine?: 'true' };

export function readWantedFilters(search: Record<string, unknown>): WantedFilters {
  const filters: Pick<Filters, (typeof shared)[number]> = readFilters(
    Object.fromEntries(shared.map((name) => [name, search[name]])),
  );
  return {
    ...filters,
    ...(search['sort'] === 'price-high' && { sort: 'price-high' }),
    ...(search['mine'] === 'true' && { mine: 'true' }),
  };
}
