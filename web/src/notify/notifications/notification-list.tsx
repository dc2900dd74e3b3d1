import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { targetOf, type Notification } from '@upaj/contract/notifications';
import Bell from 'lucide-react/icons/bell';
import { createElement, useEffect, useRef } from 'react';
import { langOf, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/states.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { markRead, notificationsQuery, showAsRead } from './api.ts';
import { useNotificationTexts, viewOf, type NotificationViews } from './views.ts';

/** Marks notifications as read; they stay highlighted until the user leaves. */
export function NotificationList({ views }: { views: NotificationViews }) {
  const t = useT('notifications');
  const list = useInfiniteQuery(notificationsQuery);
  const newest = list.data?.pages[0]?.data[0];
  useMarkRead(newest?.isRead === false ? newest._id : undefined);
  return (
    <PagedList
      list={list}
      renderItem={(notification) => <NotificationRow notification={notification} views={views} />}
      empty={
        <EmptyState
          icon={<Bell size={30} />}
          title={t('empty')}
          text={t('emptyText')}
          action={
            <Link to="/Market" className={buttonClass()}>
              {t('emptyAction')}
            </Link>
          }
        />
      }
      texts={{ failed: t('failed'), loading: t('loading'), more: t('more') }}
      skeletons={
        <>
          <Skeleton className="mx-3 my-3 h-16" />
          <Skeleton className="mx-3 my-3 h-16" />
          <Skeleton className="mx-3 my-3 h-16" />
        </>
      }
      className="flex flex-col divide-y divide-line"
    />
  );
}

function useMarkRead(newestId: string | undefined): void {
  const client = useQueryClient();
  const screen = useRef<{ isLeft: boolean; markedId?: string }>({ isLeft: false });
  useEffect(() => {
    if (!newestId) return;
    const mark = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', mark);
      markRead(client, newestId).then(
        () => {
          screen.current.markedId = newestId;
          if (screen.current.isLeft) showAsRead(client, newestId);
        },
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', mark);
    mark();
    return () => document.removeEventListener('visibilitychange', mark);
  }, [client, newestId]);
  useEffect(() => {
    const at = screen.current;
    // Strict mode runs effects twice, so the cleanup below may have run already.
    at.isLeft = false;
    return () => {
      at.isLeft = true;
      if (at.markedId) showAsRead(client, at.markedId);
    };
  }, [client]);
}

interface NotificationRowProps {
  notification: Notification;
  views: NotificationViews;
}

function NotificationRow({ notification, views }: NotificationRowProps) {
  const t = useT('notifications');
  const { ago } = useFormat();
  const { headline, reason, from } = useNotificationTexts(views)(notification);
  return (
    <Link
      {...targetOf(notification)}
      className="flex gap-3 rounded-control px-3 py-3 -outline-offset-3 hover:bg-leaf-wash"
    >
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf"
      >
        {createElement(viewOf(views, notification).icon(notification.data), { size: 20 })}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={cx('wrap-break-word', notification.isRead ? 'font-medium' : 'font-bold')}>
          {headline}
        </span>
        {reason && (
          <span lang={langOf(reason)} className="line-clamp-2 wrap-break-word">
            {reason}
          </span>
        )}
        {from && <span className="text-note text-soft">{from}</span>}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-note text-soft">
          <time dateTime={notification.createdAt}>{ago(notification.createdAt)}</time>
          {!notification.isRead && <Badge tone="haldi">{t('isNew')}</Badge>}
        </span>
      </span>
    </Link>
  );
}
