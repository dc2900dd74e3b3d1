import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedPerson } from '@upaj/contract/people/follows';
import { useRef } from 'react';
import { langOf, useT } from '#i18n/locale.ts';
import { failureText } from '#ui/forms/form.ts';
import { blockChanged } from '#people/users/events.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';
import { blockedQuery, unblock } from './api.ts';
import { ListNotThere, SettingsCard } from './settings-card.tsx';

export function BlockedCard() {
  const t = useT('settings');
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const blocked = useInfiniteQuery(blockedQuery);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = blocked;

  const unblocking = useMutation({
    mutationFn: ({ username }: ListedPerson) => unblock(username),
    onSuccess: (_, person) => {
      client.setQueryData(blockedQuery.queryKey, (list) => {
        const without = (people: ListedPerson[]) => people.filter(({ _id }) => _id !== person._id);
        return list && { ...list, pages: list.pages.map((page) => ({ ...page, data: without(page.data) })) };
      });
      blockChanged.publish(client);
      toast.success(t('unblocked', { name: person.fullName }));
      heading.current?.focus();
    },
    onError: (failure) => toast.error(failureText(failure)),
  });

  const people = data?.pages.flatMap((page) => page.data);
  return (
    <SettingsCard title={t('blocked')} text={t('blockedText')} headingRef={heading}>
      {!people && <ListNotThere list={blocked} failed={t('blockedFailed')} rows={1} />}
      {people?.length === 0 && !hasNextPage && <p>{t('blockedNobody')}</p>}
      {people && people.length > 0 && (
        <ul className="w-full divide-y divide-line">
          {people.map((person) => (
            <li key={person._id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Avatar name={person.fullName} src={person.avatar} />
              <div className="min-w-0 flex-1">
                <p lang={langOf(person.fullName)} className="font-medium">
                  {person.fullName}
                </p>
                <p className="text-note break-all text-soft">@{person.username}</p>
              </div>
              <Button
                variant="quiet"
                busy={unblocking.isPending && unblocking.variables._id === person._id}
                onClick={() => unblocking.mutate(person)}
                aria-label={t('unblockPerson', { name: person.fullName })}
                className="-mr-3 shrink-0 px-3"
              >
                {t('unblock')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isFetchNextPageError && (
        <p role="alert" className="text-soft">
          {failureText(error)}
        </p>
      )}
      {hasNextPage && (
        <Button variant="line" busy={isFetchingNextPage} onClick={() => void blocked.fetchNextPage()}>
          {t('showMore')}
        </Button>
      )}
    </SettingsCard>
  );
}
