import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Wanted, WantedEdit, WantedForm } from '@upaj/contract/trade/wanted';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import type { WantedFilters } from './filters.ts';

export const wantedKeys = {
  all: ['wanted'],
  one: (wantedId: string) => ['wanted', 'one', wantedId],
} as const;

export function wantedListQuery(filters: WantedFilters) {
  return infiniteQueryOptions({
    queryKey: [...wantedKeys.all, 'list', filters],
    meta: { stored: { kind: 'wanted-list', most: 10, days: 30 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/wanted', {
        query: { ...filters, within: filters.within && Number(filters.within), cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}

export async function loadWantedTotal(filters: WantedFilters, signal: AbortSignal) {
  const query = { ...filters, within: filters.within && Number(filters.within), limit: 1 };
  return (await api('GET /api/v1/wanted', { query, signal })).page.total;
}

export function wantedQuery(wantedId: string) {
  return queryOptions({
    queryKey: wantedKeys.one(wantedId),
    meta: { stored: { kind: 'wanted', most: 50, days: 30 } },
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/wanted/:wantedId', { params: { wantedId }, signal })).data,
  });
}

export async function addWanted(client: QueryClient, body: WantedForm): Promise<void> {
  const { data } = await api('POST /api/v1/wanted', { body });
  replace(client, data);
}

export async function editWanted(client: QueryClient, wantedId: string, body: WantedEdit): Promise<void> {
  const { data } = await api('PATCH /api/v1/wanted/:wantedId', { params: { wantedId }, body });
  replace(client, data);
}

export async function deleteWanted(client: QueryClient, wantedId: string): Promise<void> {
  await api('DELETE /api/v1/wanted/:wantedId', { params: { wantedId } });
  client.removeQueries({ queryKey: wantedKeys.one(wantedId) });
  await client.invalidateQueries({ queryKey: wantedKeys.all });
}

function replace(client: QueryClient, wanted: Wanted): void {
  client.setQueryData(wantedKeys.one(wanted._id), wanted);
  void client.invalidateQueries({ queryKey: wantedKeys.all });
}
