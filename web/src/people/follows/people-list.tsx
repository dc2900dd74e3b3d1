import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedPerson } from '@upaj/contract/people/follows';
import Users from 'lucide-react/icons/users';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { Avatar, VerifiedTick } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useUser } from '#people/users/session.ts';
import { peopleQuery, type PeopleList } from './api.ts';
import { FollowButton } from './follow-button.tsx';

export function People({ list, username }: { list: PeopleList; username: string }) {
  const t = useT('profile');
  const people = useInfiniteQuery(peopleQuery(list, username));
  const empty = {
    followers: { title: t('noFollowers'), text: t('noFollowersText') },
    following: { title: t('noFollowing'), text: t('noFollowingText') },
  };
  return (
    <PagedList
      list={people}
      renderItem={(person) => <PersonRow person={person} />}
      empty={<EmptyState icon={<Users size={30} />} {...empty[list]} />}
      texts={{ failed: t('peopleFailed'), loading: t('peopleLoading'), more: t('morePeople') }}
      skeletons={[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3 p-3">
          <Skeleton shape="circle" className="size-10" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-3.5 w-48 max-w-full" />
          </div>
        </div>
      ))}
      className="divide-y divide-line rounded-card border border-line bg-card"
    />
  );
}

export function PersonRow({ person }: { person: ListedPerson }) {
  const t = useT('names');
  const placeName = usePlaceName();
  const isSelf = useUser()?._id === person._id;
  const { city, district, state } = person.place;
  const place = [city || placeName(district), placeName(state)].filter(Boolean).join(', ');
  return (
    <div className="flex items-center gap-3 p-3">
      <Link
        to="/user/$username"
        params={{ username: person.username }}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3"
      >
        <Avatar name={person.fullName} src={person.avatar} />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <b lang={langOf(person.fullName)} className="truncate font-semibold">
              {person.fullName}
            </b>
            {person.isVerified && <VerifiedTick of={person} />}
          </span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-note text-soft">
            <Badge tone="leaf">{t(`userType.${person.userType}`)}</Badge>
            {place}
          </span>
        </span>
      </Link>
      {!isSelf && <FollowButton person={person} className="shrink-0 px-3.5 max-sm:[&>svg]:hidden" />}
    </div>
  );
}
