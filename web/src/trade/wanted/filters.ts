import { readFilters, type Filters } from '#trade/feed/filters.ts';

export type WantedFilters = Pick<
  Filters,
  'category' | 'cropType' | 'state' | 'district' | 'priceRange' | 'following'
> & { sort?: 'price-high'; mine?: 'true' };

/** Of the filters of posts, those that wanted posts have too. */
export function readWantedFilters(search: Record<string, unknown>): WantedFilters {
  const { sort, availability: _, organic: __, q: ___, ...filters } = readFilters(search);
  return {
    ...filters,
    ...(sort === 'price-high' && { sort }),
    ...(search['mine'] === 'true' && { mine: 'true' }),
  };
}
