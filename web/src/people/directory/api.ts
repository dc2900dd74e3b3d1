import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PeopleQuery } from '@upaj/contract/people/directory';
import { api } from '#lib/api.ts';
import { cursorPaging } from '#lib/paging.ts';
import { profileKeys } from '#people/profiles/profile-cache.ts';

type PeopleWanted = Partial<Pick<PeopleQuery, 'q' | 'userType' | 'state' | 'district'>>;

export function directoryQuery(wanted: PeopleWanted) {
  return infiniteQueryOptions({
    queryKey: [...profileKeys.people, wanted],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/people', { query: { ...wanted, cursor: pageParam }, signal }),
    ...cursorPaging,
  });
}
