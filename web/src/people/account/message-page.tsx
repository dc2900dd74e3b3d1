import { useNavigate, useSearch } from '@tanstack/react-router';
import Unlink from 'lucide-react/icons/unlink';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { ApiError, isApiError } from '#lib/api-errors.ts';

interface MessagePageProps {
  icon: ReactNode;
  title: string;
  isFailure?: boolean;
  children: ReactNode;
}

/** Replaces the form and takes the focus. */
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
 * Reads the token of an email's link and removes it from the address and the history at once, because phones are
 * shared.
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

/** Returns true for expired and damaged links alike, because both need the same action. */
export function isLinkInvalid(error: unknown): boolean {
  return (
    isApiError(error, 'LINK_INVALID') ||
    (error instanceof ApiError && error.errors.some(({ field }) => field === 'token'))
  );
}
