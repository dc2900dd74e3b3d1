import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import { useEffect, useRef } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { markRead, noticesQuery, showAsRead } from './api.ts';
import { NoticeRow } from './notice-row.tsx';

/** Latest first. What is looked at counts as read, and is marked as new until one leaves. */
export function NoticeList() {
  const texts = useTexts('notices');
  const list = useInfiniteQuery(noticesQuery);
  const newest = list.data?.pages[0]?.data[0];
  useMarkRead(newest?.isRead === false ? newest._id : undefined);
  return (
    <PagedList
      list={list}
      renderItem={(notice) => <NoticeRow notice={notice} />}
      empty={
        <EmptyState
          icon={<Bell size={30} />}
          title={texts.empty}
          text={texts.emptyText}
          action={
            <Link to="/Market" className={buttonClass()}>
              {texts.emptyAction}
            </Link>
          }
        />
      }
      texts={{ failed: texts.failed, loading: texts.loading, more: texts.more }}
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
      // Without an answer they stay unread until the next look.
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
    // Strict mode comes twice.
    at.isLeft = false;
    return () => {
      at.isLeft = true;
      if (at.markedId) showAsRead(client, at.markedId);
    };
  }, [client]);
}
