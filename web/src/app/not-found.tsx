import { Link } from '@tanstack/react-router';
import Sprout from 'lucide-react/icons/sprout';
import { useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { GuestFrame } from './shell/frame.tsx';
import { Shell } from './shell/shell.tsx';

export function NotFound() {
  const user = useUser();
  if (user) {
    return (
      <Shell user={user}>
        <Message />
      </Shell>
    );
  }
  return (
    <GuestFrame>
      <Message />
    </GuestFrame>
  );
}

function Message() {
  const t = useT('common');
  return (
    <EmptyState
      heading="h1"
      icon={<Sprout size={30} />}
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      action={
        <Link to="/" className={buttonClass()}>
          {t('toHome')}
        </Link>
      }
    />
  );
}
