import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { Button } from './button.tsx';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  /** Use `h1` when the screen shows nothing else. */
  heading?: 'h1' | 'h2' | 'h3';
}

export function EmptyState({ icon, title, text, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-14 text-center">
      <span aria-hidden className="grid size-16 place-items-center rounded-full bg-leaf-wash text-leaf">
        {icon}
      </span>
      <Heading className="text-lead font-semibold">{title}</Heading>
      {text && <p className="max-w-md text-soft">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  text: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  heading?: 'h1' | 'h2' | 'h3';
}

export function ErrorState({ title, text, onRetry, isRetrying, heading: Heading = 'h2' }: ErrorStateProps) {
  const t = useT('common');
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-14 text-center">
      <span aria-hidden className="grid size-16 place-items-center rounded-full bg-mirch-wash text-mirch">
        <CircleAlert size={30} />
      </span>
      <Heading className="text-lead font-semibold">{title ?? t('errorTitle')}</Heading>
      <p className="max-w-md text-soft">{text}</p>
      {onRetry && (
        <Button variant="line" onClick={onRetry} busy={isRetrying} className="mt-2">
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
