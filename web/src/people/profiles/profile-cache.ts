import { queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { ListedPerson } from '@upaj/contract/people/follows';
import type { Account, PublicProfile } from '@upaj/contract/people/profiles';
import { api } from '#lib/api.ts';
import { blockChanged, profileLoaded } from '#people/users/events.ts';
import { currentUserQuery } from '#people/users/session.ts';

// A person is cached in their profile, in lists of people and with posts. All copies are updated together.

export const profileKeys = {
  all: ['profile'] as const,
  own: ['own-profile'] as const,
  people: ['people'] as const,
};

blockChanged.subscribe((client) => {
  for (const queryKey of Object.values(profileKeys)) void client.invalidateQueries({ queryKey });
});

export function profileQuery(username: string) {
  return queryOptions({
    queryKey: [...profileKeys.all, username],
    meta: { stored: { kind: 'profile', most: 50, days: 30 } },
    queryFn: async ({ client, signal }): Promise<PublicProfile> => {
      const { data } = await api('GET /api/v1/users/user/:username', { params: { username }, signal });
      profileLoaded.publish(client, data);
      return data;
    },
  });
}

export function invalidateProfiles(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: profileKeys.all });
}

export function patchPerson(
  client: QueryClient,
  personId: string,
  change: Partial<Pick<PublicProfile, 'isFollowing' | 'followersCount' | 'isBlocked'>>,
): void {
  client.setQueriesData<PublicProfile>({ queryKey: profileKeys.all }, (profile) =>
    profile?._id === personId ? { ...profile, ...change } : profile,
  );
  const { isFollowing } = change;
  if (isFollowing === undefined) return;
  client.setQueriesData<InfiniteData<{ data: ListedPerson[] }>>(
    { queryKey: profileKeys.people },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((person) => (person._id === personId ? { ...person, isFollowing } : person)),
        })),
      },
  );
}

export function knownFollowers(client: QueryClient, personId: string): number | undefined {
  for (const [, profile] of client.getQueriesData<PublicProfile>({ queryKey: profileKeys.all })) {
    if (profile?._id === personId) return profile.followersCount;
  }
  return undefined;
}

export function patchUser(
  client: QueryClient,
  change: Partial<Account> | ((user: Account) => Partial<Account>),
): void {
  const user = client.getQueryData(currentUserQuery.queryKey);
  if (!user) return;
  const changed = { ...user, ...(typeof change === 'function' ? change(user) : change) };
  client.setQueryData(currentUserQuery.queryKey, changed);
  profileLoaded.publish(client, changed);
}
