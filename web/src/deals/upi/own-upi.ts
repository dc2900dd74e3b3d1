import { queryOptions } from '@tanstack/react-query';
import { dealKeys } from '#deals/live.ts';
import { api } from '#lib/api.ts';

export const ownUpiQuery = queryOptions({
  queryKey: dealKeys.ownUpi,
  queryFn: async ({ signal }) => (await api('GET /api/v1/users/upi', { signal })).data,
});
