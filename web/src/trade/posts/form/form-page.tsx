import type { ReactNode } from 'react';
import { useTitle } from '#lib/use-title.ts';

export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="mb-3 text-title font-bold md:text-hero">{title}</h1>
      {children}
    </div>
  );
}
