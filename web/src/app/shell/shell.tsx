import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { totalOf, useUnseen } from '#chat/unseen.ts';
import type { Account } from '@upaj/contract/people/profiles';
import { loadTexts } from '#i18n/locale.ts';
import { useSignal } from '#lib/signal.ts';
import { useIsShown, useLoaded } from '#lib/use-loaded.ts';
import { hasActionBar } from '#ui/action-bar.tsx';
import { NotificationsButton } from './bar-actions.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { SkipLink } from './frame.tsx';
import { mayOfferInstall } from './install.ts';
import { TopBar } from './top-bar.tsx';

async function loadNotifications() {
  const [module] = await Promise.all([
    import('../../routes/shared/notifications.tsx'),
    loadTexts('notifications'),
    loadTexts('wanted'),
  ]);
  return module;
}

async function loadInstall() {
  const [module] = await Promise.all([import('./install-prompt.tsx'), loadTexts('install')]);
  return module;
}

const loadLanguage = () => import('#people/account/account-language.tsx');

const renderBell = (unread: number) => <NotificationsButton unread={unread} />;

export function Shell({ user, children }: { user: Account; children: ReactNode }) {
  const isShown = useIsShown();
  const live = useLoaded('live-host', () => import('../live-host.tsx'), isShown);
  const notifications = useLoaded('notification-host', loadNotifications, live !== undefined);
  const language = useLoaded('account-language', loadLanguage, isShown);
  const unread = totalOf(useUnseen());
  const { pathname } = useLocation();
  const install = useLoaded('install', loadInstall, notifications !== undefined && mayOfferInstall());
  // A conversation has no bottom tabs, because the keyboard would push them over it.
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
      {language && <language.AccountLanguage />}
      {live && <live.LiveHost userId={user._id} />}
      {notifications && <notifications.Notifications />}
    </div>
  );
}
