import { onlineManager } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { isConnectionLost, isUnreachable } from '#lib/connection.ts';
import { useSignal } from '#lib/signal.ts';
import { cx } from '#ui/cx.ts';
import { LanguageSelect } from '#ui/language.tsx';
import { onBar, ThemeButton } from './bar-actions.tsx';

export function GuestFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className="on-bar bg-leaf-deep text-on-bar">
        <div className="mx-auto flex h-14 max-w-[76rem] items-center px-3.5 md:h-16 md:px-6">
          <div className="mr-auto">
            <Brand />
          </div>
          <LanguageSelect className={onBar} />
          <ThemeButton />
        </div>
      </header>
      <div className="sticky top-0 z-20">
        <OfflineBanner />
      </div>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[76rem] px-3.5 pt-6 pb-12 md:px-6 md:pt-10">
        {children}
      </main>
    </>
  );
}

/** Shows the name in Latin and Hindi letters in every language, like a shop sign. */
export function Brand() {
  return (
    <Link to="/" className="flex min-h-11 items-center gap-2 text-title font-bold">
      <span lang="en">Upaj</span>
      <span lang="hi" className="text-base font-medium opacity-80">
        उपज
      </span>
    </Link>
  );
}

export function SkipLink() {
  const t = useT('shell');
  return (
    <a
      href="#content"
      className="sr-only z-40 rounded-control bg-card px-4 py-3 font-semibold text-leaf focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {t('skipToContent')}
    </a>
  );
}

/** Stays mounted while empty, so that screen readers announce changes. */
export function OfflineBanner({ more, age }: { more?: string; age?: string }) {
  const t = useT('shell');
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const isDown = useSignal(isUnreachable);
  const isLost = useSignal(isConnectionLost);
  const text = !isOnline ? t('offline') : isDown ? t('unreachable') : isLost ? t('connectionLost') : '';
  return (
    <>
      <div role="status">
        {text && (
          <p className="is-offline flex items-center justify-center gap-2 bg-haldi-wash px-3.5 py-2 text-center text-note text-ink">
            <WifiOff size={18} aria-hidden className="shrink-0" />
            <span>
              <span>{text}</span> {more}
            </span>
          </p>
        )}
      </div>
      {age && (
        <p
          className={cx(
            'bg-haldi-wash px-3.5 text-center text-note text-ink',
            // It does not move the screen while fresh data is on its way.
            text ? 'pb-2' : 'absolute inset-x-0 top-full mx-auto w-fit rounded-b-control leading-4',
          )}
        >
          {age}
        </p>
      )}
    </>
  );
}
