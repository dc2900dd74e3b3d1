import { useLocation } from '@tanstack/react-router';
import type { Account } from '@upaj/contract/people/profiles';
import type { ReactNode } from 'react';
import { totalOf, useUnseen } from '#chat/messages/unseen.ts';
import { loadTexts } from '#i18n/locale.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { NoticesButton } from './bar-actions.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

async function loadNotices() {
  const [module] = await Promise.all([import('#notify/notifications/notice-host.tsx'), loadTexts('notices')]);
  return module;
}

const renderBell = (unread: number) => <NoticesButton unread={unread} />;

/** Around every screen behind the log-in. */
export function Shell({ user, children }: { user: Account; children: ReactNode }) {
  const chat = useLoaded('chat-host', () => import('#chat/messages/chat-host.tsx'));
  const notices = useLoaded('notice-host', loadNotices, chat !== undefined);
  const unread = totalOf(useUnseen());
  // A conversation fills what is left of the window and scrolls by itself; the tabs would stand on its keyboard.
  const isRoom = /^\/chat\/./i.test(useLocation().pathname);
  return (
    <div className={isRoom ? 'flex h-(--visible-height) flex-col overflow-hidden' : undefined}>
      <SkipLink />
      <TopBar
        user={user}
        unread={unread}
        bell={notices ? <notices.UnreadNotices>{renderBell}</notices.UnreadNotices> : renderBell(0)}
      />
      <OfflineBanner />
      <main
        id="content"
        tabIndex={-1}
        className={
          isRoom
            ? 'mx-auto flex min-h-0 w-full max-w-[76rem] flex-1 flex-col md:px-6 md:py-4'
            : 'mx-auto max-w-[76rem] px-3.5 pt-4 pb-24 md:px-6 md:pt-7 md:pb-12'
        }
      >
        {children}
      </main>
      {!isRoom && <BottomTabs unread={unread} />}
      {chat && <chat.ChatHost userId={user._id} />}
      {notices && <notices.NoticeHost />}
    </div>
  );
}
