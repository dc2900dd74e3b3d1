import { useNavigate, useSearch } from '@tanstack/react-router';
import Unlink from 'lucide-react/icons/unlink';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { ApiError, isApiError } from '#lib/api-errors.ts';

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

/** The link of a mail that is used, too old or cut short, and the way to a new one. */
export function LinkInvalid({ text, action }: { text?: string; action: ReactNode }) {
  const tErrors = useT('errors');
  const t = useT('password');
  return (
    <MessagePage isFailure icon={<Unlink size={26} />} title={t('linkInvalidTitle')}>
      <p role="alert">{tErrors('LINK_INVALID')}</p>
      {text && <p className="text-soft">{text}</p>}
      {action}
    </MessagePage>
  );
}

/**
 * The token of a link from a mail; '' without one. It leaves the address bar and the history at once, so that neither
 * a shared phone's history nor a Referer nor a look over the shoulder gives it away; it lives on in memory alone.
 */
export function useLinkToken(): string {
  const navigate = useNavigate();
  const { token = '' } = useSearch({ strict: false });
  const [held] = useState(token);
  useEffect(() => {
    if (token) void navigate({ to: '.', search: {}, replace: true });
  }, [token, navigate]);
  return held;
}

/** A link that is over, and one that was cut or mistyped, are the same to the reader: a new one is needed. */
export function isLinkInvalid(error: unknown): boolean {
  return (
    isApiError(error, 'LINK_INVALID') ||
    (error instanceof ApiError && error.errors.some(({ field }) => field === 'token'))
  );
}
