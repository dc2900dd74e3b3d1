import type { Account } from '@upaj/contract/profiles';
import type { ReactNode } from 'react';
import { BottomTabs } from './bottom-tabs.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

/** Around every screen behind the log-in. */
export function Shell({ user, children }: { user: Account; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <TopBar user={user} />
      <OfflineBanner />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[76rem] px-3.5 pt-4 pb-24 md:px-6 md:pt-7 md:pb-12"
      >
        {children}
      </main>
      <BottomTabs />
    </>
  );
}
