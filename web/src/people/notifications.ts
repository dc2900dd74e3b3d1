import type { PeopleNotifications } from '@upaj/contract/people/notifications';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import UserPlus from 'lucide-react/icons/user-plus';
import { getT } from '#i18n/locale.ts';
import { alone, peopleOf, type NotificationViews } from '#notify/notifications/views.ts';
import { currentUserQuery } from '#people/users/session.ts';

export const peopleNotifications: NotificationViews<PeopleNotifications> = {
  follow: {
    icon: () => UserPlus,
    texts: (group) => alone(getT('notifications')('followed', { people: peopleOf(group) })),
  },

  phone: {
    icon: () => ShieldAlert,
    texts: () => alone(getT('notifications')('phone')),
    staleKeys: () => [currentUserQuery.queryKey],
    isBadNews: () => true,
    isShownAt: (path) => path === '/Profile',
  },

  'second-factor': {
    icon: () => ShieldAlert,
    texts: (data) => alone(getT('notifications')('secondFactor', data)),
    staleKeys: () => [currentUserQuery.queryKey],
    isBadNews: () => true,
    // The form on this screen says by itself that the change was saved.
    isShownAt: (path) => path === '/settings',
  },
};
