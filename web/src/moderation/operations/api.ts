import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/operations', { signal })).data,
  staleTime: 0,
  refetchInterval: 30_000,
});

/** @returns false when a run of the job is already waiting or active */
export async function runJob(client: QueryClient, jobName: string): Promise<boolean> {
  const { data } = await api('POST /api/v1/operations/jobs/:jobName/run', { params: { jobName } });
  void client.invalidateQueries({ queryKey: operationsQuery.queryKey });
  return data.isQueued;
}
