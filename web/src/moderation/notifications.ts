import type { ModerationNotifications } from '@upaj/contract/moderation/notifications';
import Gavel from 'lucide-react/icons/gavel';
import { getLocale, getT } from '#i18n/locale.ts';
import { formatDate } from '#lib/format.ts';
import { alone, type NotificationViews } from '#notify/notifications/views.ts';
import { postKeys } from '#trade/posts/post-cache.ts';

export const moderationNotifications: NotificationViews<ModerationNotifications> = {
  'moderation-decision': {
    icon: () => Gavel,
    texts({ event, action, kind, title, until }) {
      const date = until ? formatDate(until, getLocale()) : '';
      const values = { kind, title, date };
      return alone(getT('notifications')(`decision.${event === 'made' ? action : event}`, values));
    },
    staleKeys: () => [postKeys.lists],
    isBadNews: () => true,
  },
};
