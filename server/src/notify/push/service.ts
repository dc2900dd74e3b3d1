import { ECDH } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import webPush from 'web-push';
import type { PushPayload, PushSubscriptionForm } from '@upaj/contract/notify/notifications';
import { inBackground } from '#src/platform/db/time-limits.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { isPublicEndpoint } from './addresses.ts';
import type { PushSender } from './sender.ts';
import type { DuePush, PushStore, VapidKeys } from './store.ts';

export interface PushService {
  publicKey(): Promise<string>;
  /** Replaces the session's earlier endpoint and any other user's subscription of this one. */
  subscribe(userId: string, token: string | undefined, form: PushSubscriptionForm): Promise<void>;
  unsubscribe(userId: string, endpoint: string): Promise<void>;
  send(): Promise<void>;
  sendInBackground(): void;
  close(): Promise<void>;
}

export interface PushDeps {
  store: PushStore;
  sender: PushSender;
  write(notifications: DuePush['notifications']): PushPayload;
  log: FastifyBaseLogger;
  isAnywhereAllowed?: boolean;
}

export function pushService({ store, sender, write, log, isAnywhereAllowed }: PushDeps): PushService {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
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

  async function sendOne(push: DuePush): Promise<void> {
    const { endpoint, notifications, notificationIds } = push;
    const outcome = await sender.send(push, write(notifications), await findKeys(), closing.signal);
    if (outcome.kind === 'gone') await store.removeSubscription(endpoint);
    else if (outcome.kind !== 'later') await store.removePushes(endpoint, notificationIds);
    // Don't log the endpoint: it suffices to push to that browser.
    if ('reason' in outcome && !closing.signal.aborted)
      log.warn({ service: new URL(endpoint).host, ...outcome }, 'a push was not taken');
  }

  async function send(): Promise<void> {
    while (!closing.signal.aborted) {
      const { taken, pushes } = await store.takeDue();
      if (taken === 0) return;
      await Promise.all(pushes.map(sendOne));
    }
  }

  function begin(): Promise<void> {
    const sending = inBackground(send);
    running.add(sending);
    const end = () => running.delete(sending);
    sending.then(end, end);
    return sending;
  }

  return {
    publicKey: async () => (await findKeys()).publicKey,

    async subscribe(userId, token, form) {
      if (!isAnywhereAllowed && !isPublicEndpoint(form.endpoint)) throw invalidField('endpoint', 'invalid');
      if (!isPublicKey(form.keys.p256dh)) throw invalidField('keys.p256dh', 'invalid');
      if (!token || !(await store.subscribe(userId, token, form))) throw new AppError('NOT_LOGGED_IN');
    },

    unsubscribe: (userId, endpoint) => store.unsubscribe(userId, endpoint),

    async send() {
      await begin();
      await Promise.all(running);
    },

    sendInBackground() {
      begin().catch((error: unknown) => log.error({ err: error }, 'pushes were not sent'));
    },

    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}

function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', undefined, 'uncompressed');
    return true;
  } catch {
    return false;
  }
}
