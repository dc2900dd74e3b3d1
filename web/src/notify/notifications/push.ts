import type { Locale } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { findPush } from './push-subscription.ts';

/** `denied`: the reader's browser keeps the permission back, and only there can that be changed. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const worker = '/sw.js';

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Whether this browser is pushed to. The server is told again, because it forgets with the session. */
export async function readPush(pushKey: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await findPush();
  if (!subscription || !isFor(subscription, pushKey)) return 'off';
  await tellServer(subscription);
  return 'on';
}

/** Asks for the permission, so it needs a press of the reader's. */
export async function startPush(pushKey: string, locale: Locale): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One of another server key would stand in the way of a new one.
  const old = await pushManager.getSubscription();
  await old?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  });
  try {
    await tellServer(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  await keepWorkerLocale(locale);
  return 'on';
}

export async function stopPush(): Promise<PushState> {
  const subscription = await findPush();
  if (!subscription) return 'off';
  await subscription.unsubscribe();
  const { endpoint } = subscription;
  // Nothing is shown here any more; a server that cannot be told learns it when it pushes the next time.
  await api('DELETE /api/v1/notifications/push', { body: { endpoint } }).catch(() => undefined);
  return 'off';
}

/** The worker speaks when no screen is open, so it finds the language in a place of its own. */
export async function keepWorkerLocale(locale: Locale): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  try {
    const cache = await caches.open('upaj-push');
    await cache.put('/locale', new Response(locale));
  } catch {
    // Without storage the worker takes the browser's language.
  }
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await api('POST /api/v1/notifications/push', {
    body: { endpoint: endpoint ?? '', keys: { p256dh, auth } },
  });
}

function isFor({ options }: PushSubscription, pushKey: string): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return key.join() === bytesOf(pushKey).join();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
