import { useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { NotificationContent } from '@upaj/contract/notify/notifications';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { toast } from '#ui/toast.ts';
import { noticeNews, noticesQuery, takeUnread, unreadQuery, type NoticeNews } from './api.ts';
import { keepWorkerLocale } from './push.ts';
import { targetOf, useNoticeWords } from './use-notice-words.ts';

/** In ms: the rates of a day come all at once, and are told as one. */
const oneBurst = 300;

/** For the bell: 0 until it is known. */
export function UnreadNotices({ children }: { children: (count: number) => ReactNode }) {
  const { data = 0 } = useQuery(unreadQuery);
  return children(data);
}

/** Stands once around every screen of a member: counts what arrives, and tells of it. */
export function NoticeHost() {
  const t = useT('notifications');
  const client = useQueryClient();
  const router = useRouter();
  const wordsOf = useNoticeWords();
  const [announcement, setAnnouncement] = useState('');
  useWorker();

  const tell = useEffectEvent((arrived: readonly NotificationContent[]) => {
    const [first] = arrived;
    if (!first) return;
    const isOne = arrived.length === 1;
    const kind = arrived.every((one) => one.kind === first.kind) ? first.kind : 'mixed';
    const text = isOne ? wordsOf(first).arrived : t(`severalArrived.${kind}`, { count: arrived.length });
    // Where the list shows it there is only to be said that it came; a toast is read aloud by itself.
    if (router.state.location.pathname.toLowerCase() === '/notifications') return setAnnouncement(text);
    const onClick = () => void router.navigate(isOne ? targetOf(first) : { to: '/notifications' });
    const label = isOne ? t(`see.${first.kind}`) : t('seeAll');
    toast.success(text, { kind: 'notice', action: { label, onClick } });
  });

  const hear = useEffectEvent((news: NoticeNews) => {
    if (news.kind === 'read') return void takeUnread(client, news.count);
    if (news.kind === 'missed') return catchUp(client);
    outdate(client, news.notice);
  });
  useEffect(() => {
    let arrived: NotificationContent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = noticeNews.subscribe(() => {
      const news = noticeNews.get();
      if (!news) return;
      hear(news);
      if (news.kind !== 'arrived') return;
      arrived.push(news.notice);
      clearTimeout(timer);
      timer = setTimeout(() => {
        tell(arrived);
        arrived = [];
      }, oneBurst);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

/** What is pushed speaks the language of the app, and a press on it opens its page in the window that is there. */
function useWorker(): void {
  const router = useRouter();
  const locale = useLocale();
  useEffect(() => void keepWorkerLocale(locale), [locale]);
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
    const open = ({ data, ports }: MessageEvent<{ open?: string } | null>) => {
      if (!data?.open?.startsWith('/')) return;
      // Left without an answer, the worker loads the page itself.
      ports[0]?.postMessage(true);
      router.history.push(data.open);
    };
    worker?.addEventListener('message', open);
    return () => worker?.removeEventListener('message', open);
  }, [router]);
}

/** Asks anew for what a notice that arrived has changed. */
function outdate(client: QueryClient, notice: NotificationContent): void {
  outdateNotices(client);
  if (notice.kind === 'price-alert') return outdateAlerts(client);
  if (notice.kind === 'follow' || notice.kind === 'review') return;
  // A page of the post that is open shows what was written, and how many there are.
  const { postId } = notice.data;
  if (notice.kind === 'comment') invalidate(client, ['comments', postId]);
  invalidate(client, ['post', postId]);
}

/** Asks anew for what may have changed while nothing could be told. */
function catchUp(client: QueryClient): void {
  outdateNotices(client);
  outdateAlerts(client);
  // The line stands anew at every start too, when what is shown has only just come: that is left as it is.
  void client.refetchQueries({ queryKey: ['comments'], type: 'active', stale: true });
  void client.refetchQueries({ queryKey: ['post'], type: 'active', stale: true });
}

function outdateNotices(client: QueryClient): void {
  invalidate(client, unreadQuery.queryKey);
  invalidate(client, noticesQuery.queryKey);
}

/** An alert knows whether its price is met, and when it fired. */
function outdateAlerts(client: QueryClient): void {
  invalidate(client, ['alerts']);
}

function invalidate(client: QueryClient, queryKey: QueryKey): void {
  void client.invalidateQueries({ queryKey });
}
