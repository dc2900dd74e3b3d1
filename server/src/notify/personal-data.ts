import { erased, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';
import { deleteWhen } from '#src/platform/db/retention.ts';
import { daysAgo } from '#src/platform/db/times.ts';

export const notifyTables = {
  deliveries: { people: {}, why: 'notifications to email and push; deleted with the notification' },
  events: { people: {}, why: 'what happened, until it is delivered, at most an hour later' },
  failed_events: { people: {}, why: 'what could not be delivered, for the operator' },
  notifications: { people: { user_id: erased('their notifications') } },
  push_subscriptions: {
    people: { user_id: erased('browsers that get push notifications') },
    secrets: ['endpoint', 'p256dh', 'auth'],
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
];
