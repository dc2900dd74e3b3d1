import { Link } from '@tanstack/react-router';
import type { ChatUser } from '@upaj/contract/chat/messages';
import Handshake from 'lucide-react/icons/handshake';
import ImageIcon from 'lucide-react/icons/image';
import { langOf, useLocale, useT } from '#i18n/locale.ts';
import { CountBadge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/loading.tsx';
import { useIsTyping, usePresence } from '#chat/presence.ts';
import { formatListTime } from '#chat/messages/times.ts';
import { OnlineAvatar, Ticks } from './status.tsx';

interface ChatRowProps {
  user: ChatUser;
  unseen: number;
  now: number;
}

export function ChatRow({ user, unseen, now }: ChatRowProps) {
  const tNames = useT('names');
  const t = useT('chat');
  const locale = useLocale();
  const { isOnline } = usePresence(user);
  const { lastMessage } = user;
  return (
    <li>
      <Link
        to="/chat/$userId"
        params={{ userId: user.username }}
        className="flex items-center gap-3 rounded-control px-3 py-2.5 -outline-offset-3 hover:bg-leaf-wash aria-[current=page]:bg-leaf-wash"
      >
        <OnlineAvatar user={user} isOnline={isOnline} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span
              lang={langOf(user.fullName)}
              className={cx('truncate', unseen > 0 ? 'font-bold' : 'font-semibold')}
            >
              {user.fullName}
            </span>
            {isOnline && <span className="sr-only">, {t('online')}</span>}
            {lastMessage && (
              <time
                dateTime={lastMessage.createdAt}
                className={cx(
                  'ml-auto shrink-0 text-note',
                  unseen > 0 ? 'font-semibold text-leaf' : 'text-soft',
                )}
              >
                {formatListTime(lastMessage.createdAt, now, locale)}
              </time>
            )}
          </span>
          <span className="block text-tiny font-medium text-leaf">{tNames(`userType.${user.userType}`)}</span>
          <span className="mt-0.5 flex min-h-6 items-center gap-1.5 text-note text-soft">
            <Preview user={user} isUnseen={unseen > 0} />
            {unseen > 0 && (
              <>
                <CountBadge count={unseen} className="ml-auto shrink-0" />
                <span className="sr-only">{t('unseen', { count: unseen })}</span>
              </>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

function Preview({ user, isUnseen }: { user: ChatUser; isUnseen: boolean }) {
  const t = useT('chat');
  const isTyping = useIsTyping(user._id);
  const { lastMessage } = user;
  if (isTyping) return <span className="font-medium text-leaf">{t('typing')}</span>;
  if (!lastMessage) return <span className="truncate">{t('start')}</span>;
  return (
    <>
      {lastMessage.isOwn && <Ticks status={lastMessage.isRead ? 'read' : 'sent'} />}
      {lastMessage.hasImages && <ImageIcon size={16} aria-hidden className="shrink-0" />}
      {lastMessage.hasOffer && <Handshake size={16} aria-hidden className="shrink-0" />}
      <span lang={langOf(lastMessage.text)} className={cx('truncate', isUnseen && 'font-semibold text-ink')}>
        {lastMessage.text || (lastMessage.hasOffer ? t('offer') : t('photo'))}
      </span>
    </>
  );
}

export function ChatRowSkeletons({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {['one', 'two', 'three', 'four'].map((name) => (
        <div key={name} className="flex items-center gap-3 px-3 py-2.5">
          <Skeleton shape="circle" className="size-10" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
