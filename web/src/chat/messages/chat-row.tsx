import { Link } from '@tanstack/react-router';
import type { ChatUser } from '@upaj/contract/chat/messages';
import ImageIcon from 'lucide-react/icons/image';
import { useLocale, useT, useTexts } from '#i18n/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { CountBadge } from '#ui/count-badge.tsx';
import { cx } from '#ui/cx.ts';
import { OnlineAvatar } from './online-avatar.tsx';
import { useIsTyping, usePresence } from './presence.ts';
import { Ticks } from './ticks.tsx';
import { formatListTime } from './times.ts';

interface ChatRowProps {
  user: ChatUser;
  unseen: number;
  now: number;
}

export function ChatRow({ user, unseen, now }: ChatRowProps) {
  const t = useT();
  const texts = useTexts('chat');
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
            <span className={cx('truncate', unseen > 0 ? 'font-bold' : 'font-semibold')}>
              {user.fullName}
            </span>
            <Badge tone="leaf" className="shrink-0">
              {t.names.userType[user.userType]}
            </Badge>
            {isOnline && <span className="sr-only">, {texts.online}</span>}
            {lastMessage && (
              <time
                dateTime={lastMessage.createdAt}
                className={cx(
                  'ml-auto shrink-0 text-note',
                  unseen > 0 ? 'font-semibold text-leaf' : 'text-soft',
                )}
              >
                {formatListTime(lastMessage.createdAt, now, locale, texts)}
              </time>
            )}
          </span>
          <span className="mt-0.5 flex min-h-6 items-center gap-1.5 text-note text-soft">
            <Preview user={user} isUnseen={unseen > 0} />
            {unseen > 0 && (
              <>
                <CountBadge count={unseen} className="ml-auto shrink-0" />
                <span className="sr-only">{texts.unseen(unseen)}</span>
              </>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

function Preview({ user, isUnseen }: { user: ChatUser; isUnseen: boolean }) {
  const texts = useTexts('chat');
  const isTyping = useIsTyping(user._id);
  const { lastMessage } = user;
  if (isTyping) return <span className="font-medium text-leaf">{texts.typing}</span>;
  if (!lastMessage) return <span className="truncate">{texts.start}</span>;
  return (
    <>
      {lastMessage.isOwn && <Ticks status={lastMessage.isRead ? 'read' : 'sent'} />}
      {lastMessage.hasImages && <ImageIcon size={16} aria-hidden className="shrink-0" />}
      <span className={cx('truncate', isUnseen && 'font-semibold text-ink')}>
        {lastMessage.text || texts.photo}
      </span>
    </>
  );
}
