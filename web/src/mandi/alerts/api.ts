import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AlertForm, PriceAlert } from '@upaj/contract/mandi/alerts';
import { api } from '#lib/api.ts';
import { alertsKey } from '#mandi/live.ts';

export const alertsQuery = queryOptions({
  queryKey: alertsKey,
  meta: { stored: { kind: 'alerts', most: 1, days: 90 } },
  queryFn: async ({ signal }) => (await api('GET /api/v1/alerts', { signal })).data,
});

export function marketsQuery(state: string) {
  return queryOptions({
    queryKey: ['market', 'markets', state],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/market/markets', { query: { state }, signal })).data,
    enabled: state !== '',
    staleTime: Infinity,
  });
}

export async function addAlert(client: QueryClient, body: AlertForm): Promise<PriceAlert> {
  const { data } = await api('POST /api/v1/alerts', { body });
  await editAlerts(client, (alerts) => [data, ...alerts.filter(({ _id }) => _id !== data._id)]);
  return data;
}

export async function switchAlert(client: QueryClient, alertId: string, isActive: boolean): Promise<void> {
  const { data } = await api('PATCH /api/v1/alerts/:alertId', { params: { alertId }, body: { isActive } });
  await editAlerts(client, (alerts) => alerts.map((alert) => (alert._id === alertId ? data : alert)));
}

export async function editAlert(
  client: QueryClient,
  { _id: alertId }: PriceAlert,
  body: AlertForm,
): Promise<PriceAlert> {
  const { data } = await api('PATCH /api/v1/alerts/:alertId', { params: { alertId }, body });
  await editAlerts(client, (alerts) => alerts.map((alert) => (alert._id === alertId ? data : alert)));
  // The server removes another alert that has become equal to this one.
  void client.invalidateQueries({ queryKey: alertsQuery.queryKey, exact: true });
  return data;
}

export async function removeAlert(client: QueryClient, alertId: string): Promise<void> {
  await api('DELETE /api/v1/alerts/:alertId', { params: { alertId } });
  await editAlerts(client, (alerts) => alerts.filter(({ _id }) => _id !== alertId));
}

async function editAlerts(client: QueryClient, edit: (alerts: PriceAlert[]) => PriceAlert[]): Promise<void> {
  const { queryKey } = alertsQuery;
  // A response that is on its way may be older than the edit.
  const isPending = client.isFetching({ queryKey, exact: true }) > 0;
  if (isPending) await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, (alerts) => alerts && edit(alerts));
  if (isPending) void client.invalidateQueries({ queryKey, exact: true });
}
