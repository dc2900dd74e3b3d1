import { useInfiniteQuery } from '@tanstack/react-query';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useEffect, useState } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useNow } from '#lib/use-now.ts';
import { useSettled } from '#lib/use-settled.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Sentinel } from '#ui/sentinel.tsx';
import { chatUsersQuery } from './api.ts';
import { ChatRowSkeletons } from './chat-row-skeleton.tsx';
import { ChatRow } from './chat-row.tsx';
import { keepChat } from './chat-storage.ts';
import { SearchField } from './search-field.tsx';
import { useUnseen } from './unseen.ts';

/** What is kept for the next start. */
const keptRows = 50;

export function ChatList({ viewerId, onFind }: { viewerId: string; onFind: () => void }) {
  const t = useT();
  const texts = useTexts('chat');
  const [search, setSearch] = useState('');
  const q = useSettled(search.trim());
  const list = useInfiniteQuery(chatUsersQuery(q, viewerId));
  const unseen = useUnseen();
  const now = useNow();
  const { data, error, isPlaceholderData } = list;
  const users = data?.pages.flatMap((page) => page.users);

  useEffect(() => {
    if (q !== '' || !data || isPlaceholderData) return;
    const rows = data.pages.flatMap((page) => page.users).slice(0, keptRows);
    keepChat('chat_users', viewerId, rows);
  }, [data, isPlaceholderData, q, viewerId]);

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SearchField label={texts.search} value={search} onChange={setSearch} />
      {users ? (
        users.length > 0 ? (
          <Card className="p-1">
            <ul aria-label={texts.list}>
              {users.map((user) => (
                <ChatRow key={user._id} user={user} unseen={unseen[user._id] ?? 0} now={now} />
              ))}
            </ul>
          </Card>
        ) : (
          <EmptyState
            icon={<MessageCircle size={30} />}
            title={q ? texts.noneFound : texts.none}
            text={q ? texts.noneFoundText : texts.noneText}
            action={<Button onClick={onFind}>{texts.findUsers}</Button>}
          />
        )
      ) : error ? (
        <ErrorState
          title={texts.listFailed}
          text={errorText(error, t)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <ChatRowSkeletons label={t.common.loading} />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <Sentinel
          key={data?.pages.length}
          onReach={() => {
            if (!list.isFetching) void list.fetchNextPage();
          }}
        />
      )}
      {list.isFetchNextPageError && (
        <Button variant="line" onClick={() => void list.fetchNextPage()} className="self-center">
          {texts.retry}
        </Button>
      )}
    </div>
  );
}
