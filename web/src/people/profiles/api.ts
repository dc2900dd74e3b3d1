import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { avatarWidths, coverWidths, limits } from '@upaj/contract/limits';
import type { AddressEdit, ProfileEdit } from '@upaj/contract/people/profiles';
import { api } from '#lib/api.ts';
import { patchUser, profileKeys } from './profile-cache.ts';

// A picture over a village's line takes its time; giving up early would waste all of it.
const uploadTimeout = 120_000;

/** Brings what the session knows of its user up to date: others follow, review and verify meanwhile. */
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

/**
 * How somebody can be reached. Asking for it is counted and written down, so it is asked for once and only when
 * somebody wants to see it.
 */
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

interface PictureKind {
  /** Longest side in pixels that is sent: more would be paid for on the line and thrown away. */
  maxSide: number;
  /** Widths that the server keeps. */
  widths: readonly number[];
  change: (url: string) => { avatar: string } | { coverImage: string };
  send: (file: File, onProgress: (sent: number) => void) => Promise<{ data: string }>;
}

export const pictureKinds = {
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
} satisfies Record<string, PictureKind>;
