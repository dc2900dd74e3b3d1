import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { avatarWidths, coverWidths, limits } from '@upaj/contract/limits';
import type { AddressEdit, ProfileEdit } from '@upaj/contract/people/profiles';
import { api } from '#lib/api.ts';
import { patchUser, profileKeys } from './profile-cache.ts';

/** In ms. Photos take long to upload on slow connections. */
const uploadTimeout = 120_000;

/** Becomes stale soon, because others follow, review and verify the user meanwhile. */
export const ownProfileQuery = queryOptions({
  queryKey: profileKeys.own,
  queryFn: async ({ client, signal }) => {
    const { data } = await api('GET /api/v1/users/profile', { signal });
    patchUser(client, data);
    return data._id;
  },
  staleTime: 10_000,
});

export async function saveProfile(client: QueryClient, body: ProfileEdit): Promise<void> {
  await client.cancelQueries({ queryKey: profileKeys.own });
  patchUser(client, (await api('PATCH /api/v1/users/profile', { body })).data);
}

export async function saveAddress(client: QueryClient, body: AddressEdit): Promise<void> {
  await client.cancelQueries({ queryKey: profileKeys.own });
  patchUser(client, { address: (await api('PATCH /api/v1/address/update-address', { body })).data });
}

/** Each call counts as a reveal, so it is made once, and only when the user asks for it. */
export function contactQuery(username: string, isWanted: boolean) {
  return queryOptions({
    queryKey: ['contact', username],
    queryFn: async () =>
      (await api('POST /api/v1/users/user/:username/contact', { params: { username } })).data,
    enabled: isWanted,
    staleTime: Infinity,
    retry: false,
  });
}

interface PhotoKind {
  /** Larger photos are reduced before the upload, because the server would reduce them anyway. */
  maxSide: number;
  widths: readonly number[];
  change: (url: string) => { avatar: string } | { coverImage: string };
  send: (file: File, onProgress: (sent: number) => void) => Promise<{ data: string }>;
}

export const photoKinds = {
  avatar: {
    maxSide: 2 * Math.max(...avatarWidths),
    widths: [Math.max(...avatarWidths)],
    change: (avatar) => ({ avatar }),
    send: (avatar, onProgress) =>
      api('PATCH /api/v1/users/avatar', { body: {}, files: { avatar }, onProgress, timeout: uploadTimeout }),
  },
  cover: {
    maxSide: limits.image.maxSide,
    widths: coverWidths,
    change: (coverImage) => ({ coverImage }),
    send: (coverImage, onProgress) =>
      api('PATCH /api/v1/users/cover-image', {
        body: {},
        files: { coverImage },
        onProgress,
        timeout: uploadTimeout,
      }),
  },
} satisfies Record<string, PhotoKind>;
