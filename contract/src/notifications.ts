import { dealsNotifications, dealsTargets } from './deals/notifications.ts';
import { mandiNotifications, mandiTargets } from './mandi/notifications.ts';
import { moderationNotifications, moderationTargets } from './moderation/notifications.ts';
import { notificationSchemaOf, type DataOf, type NotificationOf } from './notify/notifications.ts';
import { peopleNotifications, peopleTargets } from './people/notifications.ts';
import { tradeNotifications, tradeTargets } from './trade/notifications.ts';

/** What each kind of notification shows. */
export const notificationSchemas = {
  ...peopleNotifications,
  ...mandiNotifications,
  ...tradeNotifications,
  ...dealsNotifications,
  ...moderationNotifications,
};

export const notificationSchema = /* @__PURE__ */ notificationSchemaOf(notificationSchemas);

/** The data of a notification, by its kind. */
export type NotificationData = DataOf<typeof notificationSchemas>;
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
