import type { ReactNode } from 'react';
import { useTitle } from '#lib/use-title.ts';
import { BackButton } from '#ui/back-button.tsx';

/** Frames the screens that one's own profile leads to. */
export function ProfilePage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-4 md:gap-5">
      <BackButton to="/Profile" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{title}</h1>
      {children}
    </div>
  );
}
