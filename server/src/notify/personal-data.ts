import { erased, type PersonalTables, type TableName } from '#src/platform/db/personal-table.ts';

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
