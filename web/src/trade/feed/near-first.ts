import type { Place } from '#people/place/place.ts';
import { joinLocation } from '#mandi/market-page/location.ts';
import { readFilters, type Filters } from './filters.ts';

/** Without an order, the nearest posts come first if the user's place is known, so 'latest' is an order here. */
export type CropsSearch = Filters & { order?: 'latest' };

export function readCropsSearch(search: Record<string, unknown>): CropsSearch {
  return { ...readFilters(search), ...(search['order'] === 'latest' && { order: 'latest' }) };
}

export function cropsFilters({ order, ...filters }: CropsSearch, place: Place | undefined): Filters {
  return order || filters.sort || !place ? filters : { ...filters, sort: 'nearest' };
}

/** Returns the address of a list, the reverse of `cropsFilters`. */
export function cropsSearch({ sort, ...filters }: Filters, place: Place | undefined): CropsSearch {
  if (place && !sort) return { ...filters, order: 'latest' };
  return { ...filters, ...(sort && !(place && sort === 'nearest') && { sort }) };
}

/**
 * Adds the place chosen on this device, from which distances are measured. The server knows the address of the
 * account.
 */
export function nearChosen<F extends Pick<Filters, 'near' | 'within'> & { sort?: string }>(
  filters: F,
  chosen: Place | undefined,
): F {
  const isNear = filters.sort === 'nearest' || filters.within !== undefined;
  return chosen && isNear && !filters.near ? { ...filters, near: joinLocation(chosen) } : filters;
}
