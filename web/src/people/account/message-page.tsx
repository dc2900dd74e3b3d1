import { useEffect, useRef, type ReactNode } from 'react';

interface MessagePageProps {
  icon: ReactNode;
  title: string;
  /** Something went wrong. */
  isFailure?: boolean;
  children: ReactNode;
}

/** What came of it, in the place of the form that led here. Takes the focus, because the form is gone. */
export function MessagePage({ icon, title, isFailure = false, children }: MessagePageProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className="flex flex-col items-start gap-4">
      <span
        aria-hidden
        className={`grid size-14 place-items-center rounded-full ${isFailure ? 'bg-mirch-wash text-mirch' : 'bg-leaf-wash text-leaf'}`}
      >
        {icon}
      </span>
      <h1 ref={ref} tabIndex={-1} className="text-title font-bold tracking-tight md:text-hero">
        {title}
      </h1>
      {children}
    </div>
  );
}
