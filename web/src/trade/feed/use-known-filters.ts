import { useLoaded } from '#lib/use-loaded.ts';
import { changeFilters, type Filters } from './filters.ts';

/** Leaves out a state or district that does not exist, once the list of them has been loaded. */
export function useKnownFilters(filters: Filters): Filters {
  const { state, district } = filters;
  const places = useLoaded('places', () => import('@upaj/contract/places'), state !== undefined);
  if (!state || !places) return filters;
  if (!places.isState(state)) return changeFilters(filters, { state: undefined });
  if (district && !places.districtsOf(state).includes(district))
    return changeFilters(filters, { district: undefined });
  return filters;
}
