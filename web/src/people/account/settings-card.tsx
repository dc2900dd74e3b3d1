import { useId, type ReactNode, type Ref } from 'react';
import { Card } from '#ui/card.tsx';

interface SettingsCardProps {
  title: string;
  text?: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** For whoever has to move the focus here after the thing that had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function SettingsCard({ title, text, aside, headingRef, children }: SettingsCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col items-start gap-4 p-4 md:p-6">
        <div className="w-full">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h2 id={id} ref={headingRef} tabIndex={-1} className="text-lead font-semibold">
              {title}
            </h2>
            {aside}
          </div>
          {text && <p className="mt-1 text-soft">{text}</p>}
        </div>
        {children}
      </Card>
    </section>
  );
}
