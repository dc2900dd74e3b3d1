import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { paging } from '#lib/paging.ts';
import { profileKeys } from '#people/profiles/profile-cache.ts';

export type PeopleList = 'followers' | 'following';

export function peopleQuery(list: PeopleList, username: string) {
  return infiniteQueryOptions({
    queryKey: [...profileKeys.people, list, username],
    queryFn: ({ pageParam, signal }) => {
      const options = { params: { username }, query: { cursor: pageParam }, signal };
      return list === 'followers'
        ? api('GET /api/v1/follow/followers/:username', options)
        : api('GET /api/v1/follow/following/:username', options);
    },
    ...paging,
  });
}

export function sendFollow(username: string, isFollowing: boolean) {
  const options = { params: { username } };
  return isFollowing
    ? api('POST /api/v1/follow/follow/:username', options)
    : api('DELETE /api/v1/follow/unfollow/:username', options);
}
