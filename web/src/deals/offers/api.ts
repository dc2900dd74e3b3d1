import { infiniteQueryOptions } from '@tanstack/react-query';
import type { OfferStatus } from '@upaj/contract/deals/offer-machine';
import type { offerBoxes } from '@upaj/contract/deals/offers';
import { dealKeys } from '#deals/live.ts';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';

export interface OfferFilters {
  box?: (typeof offerBoxes)[number] | undefined;
  status?: OfferStatus | undefined;
}

export function offersQuery(filters: OfferFilters) {
  return infiniteQueryOptions({
    queryKey: [...dealKeys.offers, filters],
    meta: { stored: { kind: 'offers', most: 10, days: 90 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/offers', { query: { ...filters, cursor: pageParam }, signal }),
    ...paging,
  });
}
