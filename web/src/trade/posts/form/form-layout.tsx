import { useId, type ReactNode } from 'react';
import { useTitle } from '#lib/use-title.ts';
import { Card } from '#ui/card.tsx';

interface FormSectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

export function FormSection({ title, hint, children }: FormSectionProps) {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} className="flex flex-col gap-5 p-4 md:p-6">
      <div>
        <h2 id={id} className="text-lead font-bold">
          {title}
        </h2>
        {hint && <p className="mt-0.5 text-note text-soft">{hint}</p>}
      </div>
      {children}
    </Card>
  );
}

export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="mb-3 text-title font-bold md:text-hero">{title}</h1>
      {children}
    </div>
  );
}
