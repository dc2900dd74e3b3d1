import { dealsNotifications, dealsTargets } from './deals/notifications.ts';
import { mandiNotifications, mandiTargets } from './mandi/notifications.ts';
import { moderationNotifications, moderationTargets } from './moderation/notifications.ts';
import type { DataOf, NotificationOf } from './notify/notifications.ts';
import { peopleNotifications, peopleTargets } from './people/notifications.ts';
import { tradeNotifications, tradeTargets } from './trade/notifications.ts';

/** What each kind of notification shows. It is a function, so that the web app does not load the schemas. */
export const notificationSchemas = () => ({
  ...peopleNotifications(),
  ...mandiNotifications(),
  ...tradeNotifications(),
  ...dealsNotifications(),
  ...moderationNotifications(),
});

/** The data of a notification, by its kind. */
export type NotificationData = DataOf<ReturnType<typeof notificationSchemas>>;
export type NotificationKind = keyof NotificationData;
export type Notification = NotificationOf<NotificationData>;
export type NotificationContent = { [Kind in NotificationKind]: Content<Kind> }[NotificationKind];
export type NotificationContents = readonly [NotificationContent, ...NotificationContent[]];

interface Content<Kind extends NotificationKind> {
  kind: Kind;
  data: NotificationData[Kind];
}

const targets = {
  ...peopleTargets,
  ...mandiTargets,
  ...tradeTargets,
  ...dealsTargets,
  ...moderationTargets,
};

export type NotificationTarget = ReturnType<(typeof targets)[NotificationKind]>;

/** The screen that a notification opens. */
export function targetOf<Kind extends NotificationKind>({ kind, data }: Content<Kind>): NotificationTarget {
  const find = targets[kind] as (data: NotificationData[Kind]) => NotificationTarget;
  return find(data);
}
