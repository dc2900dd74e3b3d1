import { useCanGoBack, useRouter, type LinkProps } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useT } from '#i18n/locale.ts';
import { Button } from './button.tsx';

/** Leads to the previous screen or, when the app was opened by a link, to the screen that has the list. */
export function useGoBack(to: NonNullable<LinkProps['to']> = '/'): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => (canGoBack ? router.history.back() : void router.navigate({ to }));
}

interface BackButtonProps {
  to: NonNullable<LinkProps['to']>;
  label?: string;
  className?: string;
}

export function BackButton({ to, label, className = '-ml-5 self-start' }: BackButtonProps) {
  const t = useT('common');
  return (
    <Button
      variant="quiet"
      icon={<ArrowLeft size={20} aria-hidden />}
      onClick={useGoBack(to)}
      className={className}
    >
      {label ?? t('back')}
    </Button>
  );
}
