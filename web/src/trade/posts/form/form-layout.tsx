import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState, type ReactNode } from 'react';
import { useMediaQuery } from '#lib/use-media-query.ts';
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

/** Folds optional fields on phones. */
export function MoreFields({ label, children }: { label: string; children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 48rem)');
  const [isOpen] = useState(isWide);
  return (
    <details open={isOpen} className="group flex flex-col">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold text-leaf">
        {label}
        <ChevronDown size={20} aria-hidden className="shrink-0 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-5 pt-3">{children}</div>
    </details>
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
