import { useId, type ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-3 p-4 md:p-5">
        <div>
          <h2 id={id} className="text-lead font-semibold">
            {title}
          </h2>
          {text && <p className="text-note text-soft">{text}</p>}
        </div>
        {children}
      </Card>
    </section>
  );
}
