import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { UserType } from '@upaj/contract/people/credentials';
import type { ListedPerson } from '@upaj/contract/people/follows';
import UserRoundSearch from 'lucide-react/icons/user-round-search';
import { useState, type ReactNode } from 'react';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useSettled } from '#lib/use-time.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ChipGroup } from '#ui/chip.tsx';
import { Sheet } from '#ui/dialog.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { directoryQuery } from '#people/directory/api.ts';
import { SearchField } from './chat-list.tsx';
import { ChatRowSkeletons } from './chat-row.tsx';

export interface Place {
  state?: string | undefined;
  district?: string | undefined;
}

interface PeopleSheetProps {
  userType: UserType | undefined;
  onClose: () => void;
  renderPlace: (place: Place, onChange: (change: Place) => void) => ReactNode;
}

export function PeopleSheet({ userType: firstType, onClose, renderPlace }: PeopleSheetProps) {
  const tCommon = useT('common');
  const t = useT('chat');
  const [search, setSearch] = useState('');
  const [userType, setUserType] = useState(firstType);
  const [place, setPlace] = useState<Place>({});
  const q = useSettled(search.trim()) || undefined;
  const list = useInfiniteQuery(
    directoryQuery({ q, userType, state: place.state, district: place.district }),
  );
  const people = list.data?.pages.flatMap((page) => page.data);
  return (
    <Sheet title={t('people')} onClose={onClose}>
      {/* The content is as tall as a sheet gets, so that the field does not move while the list changes. */}
      <div className="flex min-h-[calc(88vh-5.6rem)] flex-col gap-3">
        <SearchField label={t('peopleSearch')} value={search} onChange={setSearch} />
        <ChipGroup
          label={t('people')}
          options={[
            { value: '', label: t('everybody') },
            { value: 'farmer', label: t('farmers') },
            { value: 'merchant', label: t('merchants') },
          ]}
          value={userType ?? ''}
          onChange={(value) => setUserType(value === '' ? undefined : (value as UserType))}
        />
        {renderPlace(place, (change) =>
          setPlace('state' in change ? { state: change.state || undefined } : { ...place, ...change }),
        )}
        {people ? (
          people.length > 0 ? (
            <ul className="-mx-2">
              {people.map((person) => (
                <PersonRow key={person._id} person={person} />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={<UserRoundSearch size={30} />}
              title={t('peopleNone')}
              text={t('peopleNoneText')}
            />
          )
        ) : list.error ? (
          <ErrorState
            text={errorText(list.error)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : (
          <ChatRowSkeletons label={tCommon('loading')} />
        )}
        {list.hasNextPage && (
          <Button
            variant="line"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
            className="self-center"
          >
            {t('morePeople')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

function PersonRow({ person }: { person: ListedPerson }) {
  const t = useT('names');
  const placeName = usePlaceName();
  const { city, district, state } = person.place;
  const place = [city, placeName(district), placeName(state)].filter(Boolean).join(', ');
  return (
    <li>
      <Link
        to="/chat/$userId"
        params={{ userId: person.username }}
        className="flex items-center gap-3 rounded-control px-2 py-2.5 -outline-offset-3 hover:bg-leaf-wash"
      >
        <Avatar name={person.fullName} src={person.avatar} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span lang={langOf(person.fullName)} className="truncate font-semibold">
              {person.fullName}
            </span>
            <Badge tone="leaf" className="shrink-0">
              {t(`userType.${person.userType}`)}
            </Badge>
          </span>
          <span className="block truncate text-note text-soft">{place || `@${person.username}`}</span>
        </span>
      </Link>
    </li>
  );
}
