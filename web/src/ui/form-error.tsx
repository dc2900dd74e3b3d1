import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useRef, type ReactNode } from 'react';

/** What went wrong with the form as a whole. Takes the focus when it comes, so that nobody has to look for it. */
export function FormError({ text, children }: { text: string; children?: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex scroll-mt-20 items-start gap-3 rounded-control bg-mirch-wash p-3.5 font-medium text-mirch"
    >
      <CircleAlert size={22} aria-hidden className="mt-px shrink-0" />
      <div>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
