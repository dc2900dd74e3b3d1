import { useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { NotificationContent } from '@upaj/contract/notify/notifications';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { onLive } from '#lib/live/events.ts';
import { toast } from '#ui/toast/toast.ts';
import { unreadQuery } from './api.ts';
import { storeWorkerLocale } from './push.ts';
import { targetOf, useNotificationTexts } from './use-notification-texts.ts';

/** In ms. A day's rates become one toast. */
const oneBurst = 300;

export function UnreadCount({ children }: { children: (count: number) => ReactNode }) {
  const { data = 0 } = useQuery(unreadQuery);
  return children(data);
}

export function NotificationHost() {
  const t = useT('notifications');
  const client = useQueryClient();
  const router = useRouter();
  const textsOf = useNotificationTexts();
  const [announcement, setAnnouncement] = useState('');
  useWorker();

  const announce = useEffectEvent((arrived: readonly NotificationContent[]) => {
    const [first] = arrived;
    if (!first) return;
    const isOne = arrived.length === 1;
    const kind = arrived.every((one) => one.kind === first.kind) ? first.kind : 'mixed';
    const text = isOne ? textsOf(first).arrived : t(`severalArrived.${kind}`, { count: arrived.length });
    const { pathname, href } = router.state.location;
    const shown = pathname.toLowerCase();
    // While the list is on screen, a short announcement is enough.
    if (shown === '/notifications') return setAnnouncement(text);
    // There the change of an offer is a message, which is shown and announced.
    if (/^\/chat(\/|$)/.test(shown) && arrived.every(isMessage)) return;
    // There the form says that it was saved.
    if (shown === '/settings' && arrived.every(isOfSettings)) return;
    const target = isOne ? targetOf(first) : ({ to: '/notifications' } as const);
    const isShown = router.buildLocation(target).href === href;
    const label = isOne ? t(`see.${first.kind}`) : t('seeAll');
    const action = { label, onClick: () => void router.navigate(target) };
    const show = arrived.some(isBadNews) ? toast.message : toast.success;
    show(text, { kind: 'notification', ...(isShown ? {} : { action }) });
  });

  useEffect(() => {
    let arrived: NotificationContent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive({
      notification(notification) {
        outdate(client, notification);
        arrived.push(notification);
        clearTimeout(timer);
        timer = setTimeout(() => {
          announce(arrived);
          arrived = [];
        }, oneBurst);
      },
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

function isMessage(one: NotificationContent): boolean {
  return one.kind === 'offer' && one.data.event !== 'expiring' && one.data.event !== 'soldOut';
}

function isOfSettings({ kind }: NotificationContent): boolean {
  return kind === 'upi' || kind === 'second-factor';
}

const badNews = new Set<string>([
  'declined',
  'withdrawn',
  'expiring',
  'soldOut',
  'cancel',
  'cancelled',
  'lapsed',
  'due',
]);

function isBadNews(one: NotificationContent): boolean {
  if (isOfSettings(one) || one.kind === 'moderation-decision') return true;
  return 'event' in one.data && badNews.has(one.data.event);
}

/** Sets the worker's language, and opens pushed links in this window. */
function useWorker(): void {
  const router = useRouter();
  const locale = useLocale();
  useEffect(() => void storeWorkerLocale(locale), [locale]);
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
    const open = ({ data, ports }: MessageEvent<{ open?: string } | null>) => {
      if (!data?.open?.startsWith('/')) return;
      // Without a reply, the worker opens the page itself.
      ports[0]?.postMessage(true);
      router.history.push(data.open);
    };
    worker?.addEventListener('message', open);
    return () => worker?.removeEventListener('message', open);
  }, [router]);
}

/** Refetches what a notification has changed. */
function outdate(client: QueryClient, notification: NotificationContent): void {
  if (notification.kind === 'price-alert') return invalidate(client, ['alerts']);
  if (notification.kind === 'saved-search') return invalidate(client, ['posts', 'feed']);
  if (notification.kind === 'follow' || notification.kind === 'review') return;
  if (notification.kind === 'second-factor') return invalidate(client, ['session']);
  if (notification.kind === 'moderation-decision') return invalidate(client, ['posts']);
  // The chat gets the change as a message.
  if (notification.kind === 'offer') return;
  // An open deal is read once more, which marks this as read.
  if (notification.kind === 'deal' || notification.kind === 'upi') return invalidate(client, ['deals']);
  if (notification.kind === 'wanted') return invalidate(client, ['wanted']);
  if (notification.kind === 'wanted-match') return invalidate(client, ['posts']);
  const { postId } = notification.data;
  if (notification.kind === 'comment') invalidate(client, ['comments', postId]);
  invalidate(client, ['post', postId]);
}

function invalidate(client: QueryClient, queryKey: QueryKey): void {
  void client.invalidateQueries({ queryKey });
}
