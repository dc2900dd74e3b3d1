import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Location } from '@upaj/contract/mandi/market-page';
import type { HistoryDays, OffersQuery, RatesOfPlace, RateSort, Trend } from '@upaj/contract/mandi/rates';
import type { Locale } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { api, startResponse } from '#lib/api.ts';
import { paging, toFirstPage } from '#lib/paging.ts';

export interface RateFilters {
  trend?: Trend | undefined;
  sort?: RateSort | undefined;
  lang?: Locale | undefined;
  commodity?: string | undefined;
}

/** Returns the place that the rates are of, which may be a wider area than the requested one. */
function placeOf({ scope }: RatesOfPlace, { state, district }: Location): Partial<Location> {
  return { district: { state, district }, state: { state }, country: {} }[scope];
}

/** The first page comes with the overview, so it is not fetched again. */
export function ratesQuery(
  overview: RatesOfPlace,
  overviewAt: number,
  location: Location,
  filters: RateFilters,
) {
  const place = placeOf(overview, location);
  const isWhole = !filters.trend && !filters.sort && !filters.commodity;
  return infiniteQueryOptions({
    queryKey: ['market', 'rates', place, filters],
    meta: { stored: { kind: 'rates', most: 10, days: 30 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/market/rates', { query: { ...place, ...filters, cursor: pageParam }, signal }),
    initialData: isWhole
      ? () =>
          toFirstPage({
            statusCode: 200,
            success: true as const,
            message: '',
            data: overview.rates,
            page: overview.page,
          })
      : undefined,
    initialDataUpdatedAt: overviewAt,
    refetchOnWindowFocus: paging.refetchOnMount,
    placeholderData: keepPreviousData,
    ...paging,
  });
}

export function rateQuery(rateId: string) {
  return queryOptions({
    queryKey: ['market', 'rate', rateId],
    meta: { stored: { kind: 'rate', most: 50, days: 30 } },
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/market/rates/:rateId', { params: { rateId }, signal })).data,
    initialData: () => startResponse('GET /api/v1/market/rates/:rateId', { params: { rateId } })?.data,
  });
}

export function historyQuery(rateId: string, days: HistoryDays) {
  const call = { params: { rateId }, query: { days } };
  return queryOptions({
    queryKey: ['market', 'history', rateId, days],
    meta: { stored: { kind: 'rate-history', most: 50, days: 30 } },
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/market/rates/:rateId/history', { ...call, signal })).data,
    initialData: () => startResponse('GET /api/v1/market/rates/:rateId/history', call)?.data,
    placeholderData: keepPreviousData,
  });
}

export type OffersWanted = Pick<OffersQuery, 'commodity' | 'state' | 'district'> &
  Partial<Pick<OffersQuery, 'sort' | 'transportCost' | 'limit'>>;

/**
 * The offers on screen stay while others load, but only for the same place and costs: elsewhere their sums would be
 * wrong.
 */
function hasSameSums(one: OffersWanted, other: OffersWanted): boolean {
  return (['commodity', 'state', 'district', 'transportCost'] as const).every(
    (part) => one[part] === other[part],
  );
}

export function offersQuery(wanted: OffersWanted) {
  return infiniteQueryOptions({
    queryKey: ['market', 'offers', wanted] as const,
    meta: { stored: { kind: 'mandi-offers', most: 10, days: 30 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/market/offers', { query: { ...wanted, cursor: pageParam }, signal }),
    placeholderData: (offers, before) =>
      before && hasSameSums(before.queryKey[2], wanted) ? offers : undefined,
    ...paging,
  });
}

/** Returns true when the rate never existed or no longer exists. */
export function isMissing(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 422);
}
