import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { targetOf, type NotificationContent } from '@upaj/contract/notifications';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { onLive } from '#lib/live/events.ts';
import { toast } from '#ui/toast/toast.ts';
import { storeWorkerLocale } from './push.ts';
import { useNotificationTexts, viewOf, type NotificationViews } from './views.ts';

/** In ms. Notifications with shorter gaps become one toast, such as several price alerts after a day's rates arrive. */
const oneBurst = 300;

export function NotificationHost({ views }: { views: NotificationViews }) {
  const t = useT('notifications');
  const client = useQueryClient();
  const router = useRouter();
  const textsOf = useNotificationTexts(views);
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
    if (arrived.every((one) => viewOf(views, one).isShownAt?.(shown, one.data))) return;
    const target = isOne ? targetOf(first) : ({ to: '/notifications' } as const);
    const isShown = router.buildLocation(target).href === href;
    const label = isOne ? t(`see.${first.kind}`) : t('seeAll');
    const action = { label, onClick: () => void router.navigate(target) };
    const isBad = arrived.some((one) => viewOf(views, one).isBadNews?.(one.data));
    const show = isBad ? toast.message : toast.success;
    show(text, { kind: 'notification', ...(isShown ? {} : { action }) });
  });

  const outdate = useEffectEvent((notification: NotificationContent) => {
    for (const queryKey of viewOf(views, notification).staleKeys?.(notification.data) ?? [])
      void client.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    let arrived: NotificationContent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive({
      notification(notification) {
        outdate(notification);
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
  }, []);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
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
