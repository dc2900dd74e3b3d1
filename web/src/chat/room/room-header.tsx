import { Link } from '@tanstack/react-router';
import type { ChatUser } from '@upaj/contract/chat/messages';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { langOf, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { useNow } from '#lib/use-time.ts';
import { VerifiedTick } from '#ui/avatar.tsx';
import { iconButtonClass } from '#ui/button.tsx';
import { OnlineAvatar } from '#chat/list/status.tsx';
import { useIsTyping, usePresence } from '#chat/presence.ts';

export function RoomHeader({ user, asOf }: { user: ChatUser; asOf: number }) {
  const tNames = useT('names');
  const t = useT('chat');
  const { isOnline } = usePresence(user, asOf);
  const name = (
    <>
      <OnlineAvatar user={user} isOnline={isOnline} />
      <span className="min-w-0">
        <span className="flex items-center gap-1.5">
          <h1 lang={langOf(user.fullName)} className="truncate font-semibold">
            {user.fullName}
          </h1>
          {user.isVerified && <VerifiedTick of={user} />}
        </span>
        <span className="block truncate text-note text-soft">
          {tNames(`userType.${user.userType}`)} · <State user={user} asOf={asOf} />
        </span>
      </span>
    </>
  );
  const look = 'flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control';
  return (
    <header className="flex items-center gap-1 border-b border-line bg-card px-1.5 py-1.5 md:px-2">
      <Link
        to="/Chat"
        aria-label={t('back')}
        title={t('back')}
        className={iconButtonClass('hover:bg-leaf-wash')}
      >
        <ArrowLeft size={22} aria-hidden />
      </Link>
      {user.isReachable ? (
        <Link
          to="/user/$username"
          params={{ username: user.username }}
          title={t('viewProfile', { name: user.fullName })}
          className={look}
        >
          {name}
        </Link>
      ) : (
        <span className={look}>{name}</span>
      )}
    </header>
  );
}

function State({ user, asOf }: { user: ChatUser; asOf: number }) {
  const t = useT('chat');
  const { ago } = useFormat();
  useNow();
  const { isOnline, lastSeen } = usePresence(user, asOf);
  const isTyping = useIsTyping(user._id);
  if (isTyping) return <span className="font-medium text-leaf">{t('typing')}</span>;
  if (isOnline) return t('online');
  return lastSeen ? t('lastSeen', { ago: ago(lastSeen) }) : t('offline');
}
