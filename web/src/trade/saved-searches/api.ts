import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { savedQueryOf, type SavedQuery } from '@upaj/contract/trade/saved-query';
import type { SavedSearch } from '@upaj/contract/trade/saved-searches';
import { api } from '#lib/api.ts';

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  meta: { stored: { kind: 'saved-searches', most: 1, days: 90 } },
  queryFn: async ({ signal }) => (await api('GET /api/v1/saved-searches', { signal })).data,
});

/** Returns the same key for equal searches. */
export function keyOf(query: SavedQuery): string {
  return new URLSearchParams(savedQueryOf(query) as Record<string, string>).toString();
}

export async function saveSearch(client: QueryClient, body: SavedQuery): Promise<void> {
  const { data } = await api('POST /api/v1/saved-searches', { body });
  await editSearches(client, (searches) => [data, ...searches.filter(({ _id }) => _id !== data._id)]);
}

export async function removeSearch(client: QueryClient, searchId: string): Promise<void> {
  await api('DELETE /api/v1/saved-searches/:searchId', { params: { searchId } });
  await editSearches(client, (searches) => searches.filter(({ _id }) => _id !== searchId));
}

async function editSearches(
  client: QueryClient,
  edit: (searches: SavedSearch[]) => SavedSearch[],
): Promise<void> {
  const { queryKey } = savedSearchesQuery;
  // A response that is under way may lack the change.
  const isPending = client.isFetching({ queryKey }) > 0;
  if (isPending) await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (searches) => searches && edit(searches));
  if (isPending) void client.invalidateQueries({ queryKey });
}
