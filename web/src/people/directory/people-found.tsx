import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedPerson } from '@upaj/contract/people/follows';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { Avatar, VerifiedTick } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Sheet } from '#ui/dialog.tsx';
import { SaidSkeleton } from '#ui/loading.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { FollowButton } from '#people/follows/follow-button.tsx';
import { PersonRow } from '#people/follows/people-list.tsx';
import { directoryQuery } from './api.ts';

const shownFirst = 3;

/** Renders nothing while loading and when no one was found, because the list below reports the result. */
export function PeopleFound({ q }: { q: string }) {
  const t = useT('search');
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery(directoryQuery({ q }));
  const people = list.data?.pages.flatMap((page) => page.data) ?? [];
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people-found" className="flex flex-col gap-1.5">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id="people-found" className="text-lead font-semibold">
          {t('groups.people')}
        </h2>
        {(people.length > shownFirst || list.hasNextPage) && (
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {t('allPeople')}
          </Button>
        )}
      </div>
      <ul className="-mx-3.5 scroll-row gap-2.5 px-3.5 md:mx-0 md:grid md:grid-cols-3 md:px-0">
        {people.slice(0, shownFirst).map((person) => (
          <li key={person._id} className="w-72 max-w-full shrink-0 only:w-full md:w-auto md:min-w-0">
            <PersonTile person={person} />
          </li>
        ))}
      </ul>
      {isOpen && (
        <Sheet title={t('allPeople')} onClose={() => setOpen(false)}>
          <PagedList
            list={list}
            renderItem={(person) => <PersonRow person={person} />}
            empty={<EmptyState icon={<Users size={30} />} title={t('noPeople')} />}
            texts={{ failed: t('peopleFailed'), loading: t('loadingPeople'), more: t('morePeople') }}
            skeletons={<SaidSkeleton />}
            className="-mx-3 divide-y divide-line"
          />
        </Sheet>
      )}
    </section>
  );
}

function PersonTile({ person }: { person: ListedPerson }) {
  const tNames = useT('names');
  const placeName = usePlaceName();
  const { district, state } = person.place;
  const place = placeName(district || state);
  return (
    <Card className="flex items-center gap-2 py-1.5 pr-2 pl-3">
      <Link
        to="/user/$username"
        params={{ username: person.username }}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-2.5"
      >
        <Avatar name={person.fullName} src={person.avatar} />
        <span className="min-w-0">
          <span className="flex items-center gap-1">
            <b
              lang={langOf(person.fullName)}
              className="line-clamp-2 leading-tight font-semibold wrap-anywhere"
            >
              {person.fullName}
            </b>
            {person.isVerified && <VerifiedTick of={person} />}
          </span>
          <span className="block truncate text-tiny text-soft">
            {[tNames(`userType.${person.userType}`), place].filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
      <FollowButton person={person} className="shrink-0 px-3 text-note [&>svg]:hidden" />
    </Card>
  );
}
