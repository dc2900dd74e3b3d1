import type { QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { patchUser } from '#people/profiles/profile-cache.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { choosePlace, type Place } from './place.ts';

/**
 * Stores the place in the profile of a member without an address, else on this device, because an address is where a
 * user lives.
 */
export async function savePlace(
  client: QueryClient,
  { state, district, pincode }: Place & { pincode: string },
): Promise<void> {
  const user = client.getQueryData(currentUserQuery.queryKey);
  if (!user) return;
  if (user.address.state) return choosePlace(user, { state, district });
  const body = { state, district, pincode };
  const { data: address } = await api('PUT /api/v1/address/place', { body });
  patchUser(client, { address });
  // The user may have given the address on another device meanwhile.
  choosePlace({ ...user, address }, { state, district });
}
