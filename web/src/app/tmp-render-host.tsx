import { NotificationHost } from '#notify/notifications/notification-host.tsx';
import { notificationViews } from '../routes/shared/notification-views.ts';
export const renderHost = () => <NotificationHost views={notificationViews} />;
