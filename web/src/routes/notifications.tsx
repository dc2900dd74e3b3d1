import { Link } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { useTitle } from '#lib/use-title.ts';
import { NotificationList } from '#notify/notifications/notification-list.tsx';
import { NotificationSettings } from '#notify/notifications/notification-settings.tsx';
import { BackButton } from '#ui/back-button.tsx';

const underlined = 'inline-flex min-h-11 items-center self-start font-semibold text-leaf underline';

export function NotificationsScreen() {
  const t = useT('notifications');
  // The app loads this module after its first screen anyway. A static import would load all icons with other screens.
  const loaded = useLoaded('notifications', () => import('./shared/notifications.tsx'));
  useTitle(t('title'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4 md:gap-5">
      <BackButton to="/" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
      <NotificationSettings
        renderVerifyLink={(label) => (
          <Link to="/settings" className={underlined}>
            {label}
          </Link>
        )}
        renderSearchesLink={(label) => (
          <Link to="/saved-searches" className={underlined}>
            {label}
          </Link>
        )}
      />
      {loaded && <NotificationList views={loaded.notificationViews} />}
    </div>
  );
}
