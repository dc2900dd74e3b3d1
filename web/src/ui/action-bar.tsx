import { useLayoutEffect, type ReactNode } from 'react';
import { makeSignal } from '#lib/signal.ts';

export const hasActionBar = makeSignal(false);

/** On phones the bar stays at the bottom of the screen, in place of the tabs. */
export function ActionBar({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    hasActionBar.set(true);
    return () => hasActionBar.set(false);
  }, []);
  return (
    <div className="flex flex-wrap gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:gap-1.5 max-md:border-t max-md:border-line max-md:bg-card max-md:px-2 max-md:pt-2 max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
      {children}
    </div>
  );
}
