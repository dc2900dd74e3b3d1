import { useInfiniteQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { useTexts } from '#i18n/locale.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { peopleQuery, type PeopleList } from './api.ts';
import { PersonRow } from './person-row.tsx';

export function People({ list, username }: { list: PeopleList; username: string }) {
  const texts = useTexts('profile');
  const people = useInfiniteQuery(peopleQuery(list, username));
  const empty = {
    followers: { title: texts.noFollowers, text: texts.noFollowersText },
    following: { title: texts.noFollowing, text: texts.noFollowingText },
  };
  return (
    <PagedList
      list={people}
      renderItem={(person) => <PersonRow person={person} />}
      empty={<EmptyState icon={<Users size={30} />} {...empty[list]} />}
      texts={{ failed: texts.peopleFailed, loading: texts.peopleLoading, more: texts.morePeople }}
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
