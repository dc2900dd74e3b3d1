import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import type { NotificationContents } from '@upaj/contract/notifications';
import type { PushSubscriptionForm } from '@upaj/contract/notify/notifications';
import type { NotificationWording } from '#src/notify/notifications/wording.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { isPublicEndpoint } from './addresses.ts';
import type { PushSender } from './sender.ts';
import type { PushStore, PushSubscription, VapidKeys } from './store.ts';

export interface PushDeps {
  store: PushStore;
  sender: PushSender;
  wording: Pick<NotificationWording, 'writePush'>;
  isAnywhereAllowed?: boolean;
}

export function pushService({ store, sender, wording, isAnywhereAllowed }: PushDeps) {
  let keys: Promise<VapidKeys> | undefined;

  function findKeys(): Promise<VapidKeys> {
    keys ??= makeKeys().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  }

  async function makeKeys(): Promise<VapidKeys> {
    return (await store.findKeys()) ?? store.saveKeys(webPush.generateVAPIDKeys());
  }

  return {
    publicKey: async () => (await findKeys()).publicKey,

    /** Replaces the session's earlier endpoint and any other user's subscription of this one. */
    async subscribe(userId: string, token: string | undefined, form: PushSubscriptionForm): Promise<void> {
      if (!isAnywhereAllowed && !isPublicEndpoint(form.endpoint)) throw invalidField('endpoint', 'invalid');
      if (!isPublicKey(form.keys.p256dh)) throw invalidField('keys.p256dh', 'invalid');
      if (!token || !(await store.subscribe(userId, token, form))) throw new AppError('NOT_LOGGED_IN');
    },

    unsubscribe: store.unsubscribe,

    /** Sends a push. A subscription that has ended is removed. */
    async sendTo(
      subscription: PushSubscription,
      notifications: NotificationContents,
      language: string | null,
      signal: AbortSignal,
    ): Promise<{ problem?: object; canTryAgain?: boolean }> {
      const { endpoint } = subscription;
      const payload = wording.writePush(notifications, language);
      const outcome = await sender.send(subscription, payload, await findKeys(), signal);
      if (outcome.kind === 'gone') await store.removeSubscription(endpoint);
      if (!('reason' in outcome)) return {};
      // Don't log the endpoint: it suffices to push to that browser.
      return {
        problem: { service: new URL(endpoint).host, ...outcome },
        canTryAgain: outcome.kind === 'later',
      };
    },
  };
}

export type PushService = ReturnType<typeof pushService>;

function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', undefined, 'uncompressed');
    return true;
  } catch {
    return false;
  }
}
