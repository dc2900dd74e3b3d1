import type { QueryKey } from '@tanstack/react-query';
import type { NotificationContent, NotificationData } from '@upaj/contract/notifications';
import type { LucideIcon } from 'lucide-react';
import { useCropName } from '#i18n/crop-names.ts';
import { getT, usePlaceName, useT } from '#i18n/locale.ts';

export interface NotificationTexts {
  headline: string;
  reason?: string;
  from?: string;
  /** The text of a toast. */
  arrived: string;
}

/** Names in the reader's language. */
export interface Names {
  /** A crop outside the catalogue is named as it was typed, or by `otherwise`. */
  crop(cropType: string, otherwise?: string): string;
  place(english: string): string;
}

/** How notifications of one kind look, and what they change. `Data` is what they show. */
export interface NotificationView<Data> {
  icon(data: Data): LucideIcon;
  texts(data: Data, names: Names): NotificationTexts;
  /** What a new notification makes stale. */
  staleKeys?(data: Data): readonly QueryKey[];
  isBadNews?(data: Data): boolean;
  /** The screen at this path, in lower case, shows the news itself: there is no toast. */
  isShownAt?(path: string, data: Data): boolean;
}

export type NotificationViews<Data = NotificationData> = {
  readonly [Kind in keyof Data]: NotificationView<Data[Kind]>;
};

/** The type assertion is needed, because the compiler cannot see that the view fits the content of its kind. */
export function viewOf(
  views: NotificationViews,
  { kind }: NotificationContent,
): NotificationView<NotificationContent['data']> {
  return views[kind] as NotificationView<NotificationContent['data']>;
}

export function useNotificationTexts(
  views: NotificationViews,
): (notification: NotificationContent) => NotificationTexts {
  useT('notifications');
  const names: Names = { crop: useCropName(), place: usePlaceName() };
  return (notification) => viewOf(views, notification).texts(notification.data, names);
}

/** Returns a text such as 'Asha and 4 others'. */
export function peopleOf({ name, count }: { name: string | null; count: number }): string {
  const t = getT('notifications');
  return name === null ? t('unnamedPeople', { count }) : t('people', { name, count });
}

/** Returns texts of which the toast is the same as the headline. */
export function alone(headline: string): NotificationTexts {
  return { headline, arrived: headline };
}
