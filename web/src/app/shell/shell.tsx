import { useLocation } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Plus from 'lucide-react/icons/plus';
import Wheat from 'lucide-react/icons/wheat';
import type { ReactNode } from 'react';
import { totalOf, useUnseen } from '#chat/connection/unseen.ts';
import type { KnownUser } from '#people/users/session.ts';
import { loadTexts, useT } from '#i18n/locale.ts';
import { useSignal } from '#lib/signal.ts';
import { useIsShown, useLoaded } from '#lib/use-loaded.ts';
import { hasActionBar } from '#ui/action-bar.tsx';
import { CountBadge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { NotificationsButton } from './bar-actions.tsx';
import { SkipLink } from './frame.tsx';
import { mayOfferInstall } from './install.ts';
import { NavLink } from './nav-link.tsx';
import { TopBar } from './top-bar.tsx';

async function loadNotifications() {
  const [module] = await Promise.all([
    import('#notify/notifications/notification-host.tsx'),
    loadTexts('notifications'),
    loadTexts('wanted'),
  ]);
  return module;
}

async function loadInstall() {
  const [module] = await Promise.all([import('./install-prompt.tsx'), loadTexts('install')]);
  return module;
}

const renderBell = (unread: number) => <NotificationsButton unread={unread} />;

export function Shell({ user, children }: { user: KnownUser; children: ReactNode }) {
  const isShown = useIsShown();
  const chat = useLoaded('chat-host', () => import('#chat/connection/chat-host.tsx'), isShown);
  const notifications = useLoaded('notification-host', loadNotifications, chat !== undefined);
  const unread = totalOf(useUnseen());
  const { pathname } = useLocation();
  const install = useLoaded('install', loadInstall, notifications !== undefined && mayOfferInstall());
  // The keyboard would push the tabs over the conversation.
  const isRoom = /^\/chat\/./i.test(pathname);
  const hasTabs = !useSignal(hasActionBar) && !isRoom;
  return (
    <div className={isRoom ? 'flex h-(--visible-height) flex-col overflow-hidden' : undefined}>
      <SkipLink />
      <TopBar
        user={user}
        unread={unread}
        bell={
          notifications ? <notifications.UnreadCount>{renderBell}</notifications.UnreadCount> : renderBell(0)
        }
      />
      <main
        id="content"
        tabIndex={-1}
        className={
          isRoom
            ? 'mx-auto flex min-h-0 w-full max-w-[76rem] flex-1 flex-col md:px-6 md:py-4'
            : 'mx-auto max-w-[76rem] px-3.5 pt-4 pb-[calc(6rem+env(safe-area-inset-bottom))] md:px-6 md:pt-7 md:pb-12'
        }
      >
        {children}
      </main>
      {hasTabs && <BottomTabs unread={unread} />}
      {install && pathname === '/' && <install.InstallPrompt />}
      {chat && <chat.ChatHost userId={user._id} />}
      {notifications && <notifications.NotificationHost />}
    </div>
  );
}

const tabs = [
  { to: '/', name: 'home', icon: House },
  { to: '/Crops', name: 'crops', icon: Wheat },
  { to: '/create-post', name: 'sell', icon: Plus },
  { to: '/Market', name: 'market', icon: ChartLine },
  { to: '/Chat', name: 'chat', icon: MessageCircle },
] as const;

function BottomTabs({ unread }: { unread: number }) {
  const t = useT('shell');
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-16 grid-cols-5 text-center text-tiny">
        {tabs.map(({ to, name, icon: Icon }) => (
          <li key={to} className="grid">
            <NavLink
              to={to}
              className="flex flex-col items-center justify-center leading-tight text-soft aria-[current]:font-semibold aria-[current]:text-leaf"
            >
              <span
                className={cx(
                  'relative grid size-8 place-items-center',
                  name === 'sell' && 'rounded-full bg-haldi text-on-haldi',
                )}
              >
                <Icon size={23} aria-hidden />
                {name === 'chat' && <CountBadge count={unread} className="absolute -top-1 left-1/2" />}
              </span>
              {t(`${name}`)}
              {name === 'chat' && unread > 0 && (
                <span className="sr-only">, {t('unread', { count: unread })}</span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
