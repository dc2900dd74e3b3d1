import { erased, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';
import { deleteWhen } from '#src/platform/db/retention.ts';
import { daysAgo } from '#src/platform/db/times.ts';

export const notifyTables = {
  events: { people: {}, why: 'what happened, until it is delivered, usually within a second' },
  failed_events: { people: {}, why: 'what could not be delivered, for the operator' },
  notification_emails: { people: {}, why: 'notifications to email; deleted with the notification' },
  notifications: { people: { user_id: erased('their notifications') } },
  push_subscriptions: {
    people: { user_id: erased('browsers that get push notifications') },
    secrets: ['endpoint', 'p256dh', 'auth'],
  },
  pushes: { people: {}, why: 'notifications to push; deleted with the notification or the subscription' },
  undelivered_notifications: {
    people: {},
    why: 'notifications to deliver; deleted the night after the notification',
  },
  vapid_keys: { people: {}, why: 'the keys of this installation' },
} satisfies Partial<PersonalTables<TableName>>;

export const notifyRetention = [
  deleteWhen(
    'notifications',
    (row) =>
      row.and([row('is_read', '=', true), row(row.fn.coalesce('read_at', 'created_at'), '<', daysAgo(90))]),
    'read long ago',
  ),
  deleteWhen(
    'notifications',
    (row) => row('created_at', '<', daysAgo(365)),
    'unread, but about things of a year ago',
  ),
  deleteWhen(
    'undelivered_notifications',
    (row) =>
      row.not(
        row.exists(
          row
            .selectFrom('notifications')
            .select('id')
            .whereRef('id', '=', 'notification_id')
            .where('created_at', '>', daysAgo(7)),
        ),
      ),
    'deleted, or all taken back, before they were delivered',
  ),
];
