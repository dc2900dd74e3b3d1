import { Link, Navigate, useLocation } from '@tanstack/react-router';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';

/** Leads moderators to the code of their second factor, which they enter every 12 hours, or to the settings that switch it on. */
export function NeedsCode() {
  const t = useT('moderation');
  const user = useUser();
  const { href } = useLocation();
  if (user?.hasSecondFactor) return <Navigate to="/second-step" search={{ next: href }} replace />;
  return (
    <EmptyState
      icon={<ShieldAlert size={30} />}
      title={t('needsFactor')}
      text={t('needsFactorText')}
      action={
        <Link to="/settings" hash="second-factor" className={buttonClass()}>
          {t('toSettings')}
        </Link>
      }
    />
  );
}
