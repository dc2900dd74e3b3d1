import type { Locale } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { attempt } from '#lib/storage.ts';
import { findPush } from './push-subscription.ts';

/** `denied` can only be changed in the browser's settings. `needsHttps` is for pages on plain http. */
export type PushState = 'needsHttps' | 'unsupported' | 'denied' | 'off' | 'on';

const worker = '/sw.js';

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Registers the subscription again, because the server deletes it with the session. */
export async function readPush(pushKey: string): Promise<PushState> {
  if (!window.isSecureContext) return 'needsHttps';
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await findPush();
  if (!subscription || !isFor(subscription, pushKey)) return 'off';
  await registerPush(subscription);
  return 'on';
}

/** Must be called by a press of the user, because it requests the permission. */
export async function startPush(pushKey: string, locale: Locale): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another server key would block a new one.
  const old = await pushManager.getSubscription();
  await old?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  });
  try {
    await registerPush(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  await storeWorkerLocale(locale);
  return 'on';
}

export async function stopPush(): Promise<PushState> {
  const subscription = await findPush();
  if (!subscription) return 'off';
  await subscription.unsubscribe();
  const { endpoint } = subscription;
  // If this call fails, the server finds out with its next push.
  await api('DELETE /api/v1/notifications/push', { body: { endpoint } }).catch(() => undefined);
  return 'off';
}

/** The worker runs without a page, so its language is stored separately. */
export async function storeWorkerLocale(locale: Locale): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  await attempt(async () => {
    const cache = await caches.open('upaj-push');
    await cache.put('/locale', new Response(locale));
  });
}

async function registerPush(subscription: PushSubscription): Promise<void> {
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
