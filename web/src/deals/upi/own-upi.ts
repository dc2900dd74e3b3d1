import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** Under 'deals', so that a change on another device is read too. */
export const ownUpiQuery = queryOptions({
  queryKey: ['deals', 'own-upi'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/users/upi', { signal })).data,
});
