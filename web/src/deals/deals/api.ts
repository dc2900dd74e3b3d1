import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { DealStatus, DealStep } from '@upaj/contract/deals/deal-machine';
import type { Deal } from '@upaj/contract/deals/deals';
import { dealKeys } from '#deals/live.ts';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';

export function dealsQuery(status: DealStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...dealKeys.lists, status],
    meta: { stored: { kind: 'deals', most: 10, days: 365 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/deals', { query: { status, cursor: pageParam }, signal }),
    ...paging,
  });
}

export function dealQuery(dealId: string) {
  return queryOptions({
    queryKey: dealKeys.one(dealId),
    meta: { stored: { kind: 'deal', most: 100, days: 365 } },
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/deals/:dealId', { params: { dealId }, signal })).data,
    // deals/live.ts fetches the deal again after a reconnect, when the page is visible.
    refetchOnReconnect: false,
  });
}

export async function confirmStep(client: QueryClient, dealId: string, step: DealStep): Promise<void> {
  replace(client, await api('POST /api/v1/deals/:dealId/confirm', { params: { dealId }, body: { step } }));
}

export async function cancelDeal(client: QueryClient, dealId: string, reason: string): Promise<Deal> {
  return replace(
    client,
    await api('POST /api/v1/deals/:dealId/cancel', { params: { dealId }, body: { reason } }),
  );
}

export async function settleDispute(client: QueryClient, dealId: string): Promise<void> {
  replace(client, await api('POST /api/v1/deals/:dealId/settle', { params: { dealId } }));
}

export async function reportProblem(client: QueryClient, dealId: string, text: string): Promise<void> {
  replace(client, await api('POST /api/v1/deals/:dealId/problem', { params: { dealId }, body: { text } }));
}

export async function confirmUpi(client: QueryClient, dealId: string, upiId: string): Promise<Deal> {
  return replace(client, await api('PUT /api/v1/deals/:dealId/upi', { params: { dealId }, body: { upiId } }));
}

export async function openUpi(dealId: string) {
  return (await api('POST /api/v1/deals/:dealId/upi', { params: { dealId } })).data;
}

function replace(client: QueryClient, { data }: { data: Deal }): Deal {
  client.setQueryData(dealKeys.one(data._id), data);
  void client.invalidateQueries({ queryKey: dealKeys.lists });
  return data;
}
