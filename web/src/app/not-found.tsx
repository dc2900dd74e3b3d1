import { Link } from '@tanstack/react-router';
import Sprout from 'lucide-react/icons/sprout';
import { useT } from '#i18n/locale.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

export function NotFound() {
  const t = useT();
  return (
    <EmptyState
      icon={<Sprout size={30} />}
      title={t.common.notFoundTitle}
      text={t.common.notFoundText}
      action={
        <Link to="/" className={buttonClass()}>
          {t.common.toHome}
        </Link>
      }
    />
  );
}
