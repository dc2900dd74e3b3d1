import { Link } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import Handshake from 'lucide-react/icons/handshake';
import LogOut from 'lucide-react/icons/log-out';
import MessageCircle from 'lucide-react/icons/message-circle';
import Moon from 'lucide-react/icons/moon';
import Settings from 'lucide-react/icons/settings';
import Sun from 'lucide-react/icons/sun';
import { useT } from '#i18n/locale.ts';
import { waitingCounts } from '#chat/unseen.ts';
import { useSignal } from '#lib/signal.ts';
import type { Account } from '@upaj/contract/people/profiles';
import { Avatar } from '#ui/avatar.tsx';
import { CountBadge } from '#ui/badge.tsx';
import { IconButton, iconButtonClass } from '#ui/button.tsx';
import { setTheme, useTheme } from '#ui/theme.ts';

export const onBar = 'text-on-bar hover:bg-on-bar-wash';

export function ThemeButton() {
  const t = useT('shell');
  const isDark = useTheme() === 'dark';
  const Icon = isDark ? Sun : Moon;
  return (
    <IconButton
      label={isDark ? t('toLight') : t('toDark')}
      className={onBar}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      <Icon size={21} aria-hidden />
    </IconButton>
  );
}

export function NotificationsButton({ unread }: { unread: number }) {
  const t = useT('shell');
  const label =
    unread > 0 ? `${t('notifications')}, ${t('newNotifications', { count: unread })}` : t('notifications');
  return <CountedLink to="/notifications" icon={Bell} label={label} count={unread} />;
}

export function ChatButton({ unread }: { unread: number }) {
  const t = useT('shell');
  const label = unread > 0 ? `${t('chat')}, ${t('unread', { count: unread })}` : t('chat');
  return <CountedLink to="/Chat" icon={MessageCircle} label={label} count={unread} />;
}

export function DealsButton() {
  const t = useT('shell');
  const { offers, deals } = useSignal(waitingCounts);
  const count = offers + deals;
  const label = count > 0 ? `${t('dealsAndOffers')}, ${t('waiting', { count })}` : t('dealsAndOffers');
  const search = offers > 0 && deals === 0 ? { tab: 'offers' as const } : {};
  return <CountedLink to="/deals" search={search} icon={Handshake} label={label} count={count} />;
}

interface CountedLinkProps {
  to: '/Chat' | '/notifications' | '/deals';
  search?: { tab?: 'offers' };
  icon: typeof Bell;
  label: string;
  count: number;
}

function CountedLink({ to, search, icon: Icon, label, count }: CountedLinkProps) {
  return (
    <Link to={to} search={search ?? {}} aria-label={label} title={label} className={iconButtonClass(onBar)}>
      <Icon size={21} aria-hidden />
      <CountBadge count={count} className="absolute top-0 right-0" />
    </Link>
  );
}

export function ProfileButton({ user }: { user: Account }) {
  const t = useT('shell');
  return (
    <Link to="/Profile" title={t('profile')} className={iconButtonClass(onBar)}>
      <Avatar name={user.fullName} src={user.avatar} />
      <span className="sr-only">{t('profile')}</span>
    </Link>
  );
}

export function SettingsButton() {
  const t = useT('shell');
  return (
    <Link to="/settings" aria-label={t('settings')} title={t('settings')} className={iconButtonClass(onBar)}>
      <Settings size={21} aria-hidden />
    </Link>
  );
}

export function LogoutButton({ onClick, isBusy }: { onClick: () => void; isBusy: boolean }) {
  const t = useT('shell');
  return (
    <IconButton label={t('logout')} className={onBar} onClick={onClick} disabled={isBusy}>
      <LogOut size={21} aria-hidden />
    </IconButton>
  );
}
