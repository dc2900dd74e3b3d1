import type { ReactNode } from 'react';
import { useTitle } from '#lib/use-title.ts';

export function FormPage({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="mx-auto max-w-3xl">
      <header className="mb-4 md:mb-5">
        <h1 className="text-title font-bold md:text-hero">{title}</h1>
        <p className="mt-1 text-soft">{hint}</p>
      </header>
      {children}
    </div>
  );
}
