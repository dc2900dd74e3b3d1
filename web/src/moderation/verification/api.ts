import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { VerificationForm } from '@upaj/contract/moderation/verification';
import { api } from '#lib/api.ts';

/** In ms. Photos take long to upload on slow connections. */
const uploadTimeout = 120_000;

export const ownVerificationQuery = queryOptions({
  queryKey: ['verification'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/verification', { signal })).data,
});

export async function askForBadge(client: QueryClient, body: VerificationForm, photo: File): Promise<void> {
  const options = { body, files: { photo }, timeout: uploadTimeout };
  const { data } = await api('POST /api/v1/verification', options);
  client.setQueryData(ownVerificationQuery.queryKey, data);
}

export async function withdrawRequest(client: QueryClient): Promise<void> {
  const { data } = await api('DELETE /api/v1/verification');
  client.setQueryData(ownVerificationQuery.queryKey, data);
}
