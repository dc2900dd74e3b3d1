import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { useT } from '#i18n/locale.ts';
import { Avatar } from '#ui/avatar.tsx';
import { cx } from '#ui/cx.ts';

export type Status = 'pending' | 'sent' | 'read' | 'failed';

const icons = { pending: Clock, sent: Check, read: CheckCheck, failed: CircleAlert };

export function Ticks({ status }: { status: Status }) {
  const t = useT('chat');
  const Icon = icons[status];
  return (
    <Icon
      size={status === 'pending' ? 14 : 17}
      role="img"
      aria-label={t(`${status}`)}
      className={cx('shrink-0', status === 'read' && 'text-sky', status === 'failed' && 'text-mirch')}
    />
  );
}

interface OnlineAvatarProps {
  user: { fullName: string; avatar: string | null };
  isOnline: boolean;
}

export function OnlineAvatar({ user, isOnline }: OnlineAvatarProps) {
  return (
    <span className="relative shrink-0">
      <Avatar name={user.fullName} src={user.avatar} />
      {isOnline && (
        <span
          aria-hidden
          className="absolute right-0 bottom-0 size-3 rounded-full border-2 border-card bg-leaf"
        />
      )}
    </span>
  );
}
