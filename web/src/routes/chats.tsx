import type { UserType } from '@upaj/contract/people/credentials';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { ChatList, QuickActions } from '#chat/list/chat-list.tsx';
import { totalOf, useUnseen } from '#chat/unseen.ts';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { useUser } from '#people/users/session.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

/** The search for people loads later: with the list of districts, it is as large as the rest of the screen. */
const FindPeople = lazy(async () => {
  const [{ PeopleSheet }, { PlaceSelects }] = await Promise.all([
    import('#chat/list/people-sheet.tsx'),
    import('#trade/feed/place-selects.tsx'),
  ]);
  return {
    default: (props: Omit<ComponentProps<typeof PeopleSheet>, 'renderPlace'>) => (
      <PeopleSheet
        {...props}
        renderPlace={(place, onChange) => (
          <PlaceSelects filters={{ state: place.state, district: place.district }} onChange={onChange} />
        )}
      />
    ),
  };
});

export function ChatsScreen() {
  const t = useT('chat');
  const user = useUser();
  const count = totalOf(useUnseen());
  const [finding, setFinding] = useState<{ userType?: UserType }>();
  useTitle(t('title'));
  if (!user) return null;
  return (
    <div className="mx-auto grid max-w-[60rem] grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_15rem]">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:col-span-2">
        <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
        {count > 0 && <Badge tone="haldi">{t('newCount', { count })}</Badge>}
        <Button className="ml-auto" onClick={() => setFinding({})}>
          {t('findUsers')}
        </Button>
      </header>
      <div className="lg:col-start-2 lg:row-start-2">
        <QuickActions onFind={(userType) => setFinding({ userType })} />
      </div>
      <ChatList viewerId={user._id} onFind={() => setFinding({})} />
      {finding && (
        <Suspense fallback={null}>
          <FindPeople userType={finding.userType} onClose={() => setFinding(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
