import { readFilters, type Filters } from '#trade/feed/filters.ts';

export type WantedFilters = Omit<Filters, 'availability' | 'organic' | 'q' | 'verbatim' | 'sort'> & {
  sort?: 'nearest' | 'price-high';
  mine?: 'true';
};

/** Reads only the filters that wanted posts share with posts. */
export function readWantedFilters(search: Record<string, unknown>): WantedFilters {
  const { sort, mine } = search;
  const others = { availability: '', organic: '', q: '' };
  const filters = readFilters({
    ...search,
    ...others,
    sort: sort === 'nearest' || sort === 'price-high' ? sort : '',
  });
  return { ...(filters as WantedFilters), ...(mine === 'true' && { mine }) };
}
