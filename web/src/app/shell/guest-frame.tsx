import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LanguageButton, ThemeButton } from './bar-actions.tsx';
import { Brand } from './brand.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SkipLink } from './skip-link.tsx';

/** Around the screens that need no log-in. The language can be changed before anything has to be read. */
export function GuestFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className="on-bar bg-leaf-deep text-on-bar">
        <div className="mx-auto flex h-14 max-w-[76rem] items-center px-3.5 md:h-16 md:px-6">
          <div className="mr-auto">
            <Brand />
          </div>
          <LanguageButton />
          <ThemeButton />
        </div>
      </header>
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="mx-auto max-w-[76rem] px-3.5 pt-6 pb-12 md:px-6 md:pt-10">
        {children}
      </main>
    </>
  );
}
