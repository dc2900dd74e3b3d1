import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { limits } from '@upaj/contract/limits';
import type { UserType } from '@upaj/contract/people/credentials';
import Handshake from 'lucide-react/icons/handshake';
import MessageCircle from 'lucide-react/icons/message-circle';
import Search from 'lucide-react/icons/search';
import Store from 'lucide-react/icons/store';
import UserRound from 'lucide-react/icons/user-round';
import Wheat from 'lucide-react/icons/wheat';
import { useEffect, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useNow, useSettled } from '#lib/use-time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { controlClass } from '#ui/field.tsx';
import { Sentinel } from '#ui/paged-list.tsx';
import { useUnseen } from '#chat/unseen.ts';
import { chatUsersQuery } from '#chat/messages/api.ts';
import { storeChat } from '#chat/messages/chat-storage.ts';
import { ChatRow, ChatRowSkeletons } from './chat-row.tsx';

const storedRows = 50;

export function ChatList({ viewerId, onFind }: { viewerId: string; onFind: () => void }) {
  const tCommon = useT('common');
  const t = useT('chat');
  const [search, setSearch] = useState('');
  const q = useSettled(search.trim());
  const list = useInfiniteQuery(chatUsersQuery(q, viewerId));
  const unseen = useUnseen();
  const now = useNow();
  const { data, error, isPlaceholderData } = list;
  const users = data?.pages.flatMap((page) => page.users);

  useEffect(() => {
    if (q !== '' || !data || isPlaceholderData) return;
    const rows = data.pages.flatMap((page) => page.users).slice(0, storedRows);
    storeChat('chat_users', viewerId, rows);
  }, [data, isPlaceholderData, q, viewerId]);

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SearchField label={t('search')} value={search} onChange={setSearch} />
      {users ? (
        users.length > 0 ? (
          <Card className="p-1">
            <ul aria-label={t('list')}>
              {users.map((user) => (
                <ChatRow key={user._id} user={user} unseen={unseen[user._id] ?? 0} now={now} />
              ))}
            </ul>
          </Card>
        ) : (
          <EmptyState
            icon={<MessageCircle size={30} />}
            title={q ? t('noneFound') : t('none')}
            text={q ? t('noneFoundText') : t('noneText')}
            action={<Button onClick={onFind}>{t('findUsers')}</Button>}
          />
        )
      ) : error ? (
        <ErrorState
          title={t('listFailed')}
          text={errorText(error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <ChatRowSkeletons label={tCommon('loading')} />
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
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div className="relative">
      <Search
        size={19}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={limits.search.max}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, 'pl-10')}
      />
    </div>
  );
}

const look =
  'flex min-h-11 flex-1 shrink-0 items-center justify-center gap-2 rounded-control border border-line bg-card px-3.5 ' +
  'py-2 text-center text-note font-semibold whitespace-nowrap hover:border-leaf hover:text-leaf lg:justify-start';

export function QuickActions({ onFind }: { onFind: (userType: UserType) => void }) {
  const t = useT('chat');
  return (
    <nav
      aria-label={t('quickActions')}
      className="-mx-3.5 scroll-row gap-2 px-3.5 py-1 lg:mx-0 lg:flex-col lg:px-0"
    >
      <h2 className="hidden font-semibold lg:block">{t('quickActions')}</h2>
      <Link to="/deals" className={look}>
        <Handshake size={19} aria-hidden className="text-leaf" />
        {t('deals')}
      </Link>
      <button type="button" className={look} onClick={() => onFind('farmer')}>
        <Wheat size={19} aria-hidden className="text-leaf" />
        {t('findFarmers')}
      </button>
      <button type="button" className={look} onClick={() => onFind('merchant')}>
        <Store size={19} aria-hidden className="text-leaf" />
        {t('findMerchants')}
      </button>
      <Link to="/Profile" className={look}>
        <UserRound size={19} aria-hidden className="text-leaf" />
        {t('myProfile')}
      </Link>
    </nav>
  );
}
