import type { FastifyBaseLogger } from 'fastify';
import webPush from 'web-push';
import type { PushPayload, PushSubscriptionForm } from '@upaj/contract/notifications';
import { AppError, invalidField } from '#src/http/errors.ts';
import { isPublicEndpoint } from './addresses.ts';
import type { PushSender } from './sender.ts';
import type { DuePush, PushStore, VapidKeys } from './store.ts';

export interface PushService {
  /** What a browser needs to let this installation push; the same in every process and for good. */
  publicKey(): Promise<string>;
  /**
   * Lets this session's browser be pushed to, in place of any other endpoint it had and of anybody else at this one.
   * @throws AppError INVALID_INPUT for an endpoint that is no push service's, NOT_LOGGED_IN when the session ended meanwhile.
   */
  subscribe(userId: string, token: string | undefined, form: PushSubscriptionForm): Promise<void>;
  /** Does nothing where the endpoint is not theirs. */
  unsubscribe(userId: string, endpoint: string): Promise<void>;
  /** Sends what is due, and waits for what is sent in the background. A push that fails is due again later, a few times. */
  send(): Promise<void>;
  /** The same, for who does not wait; a failure is logged. */
  sendInBackground(): void;
  /** Ends what is under way; it is due again later. */
  close(): Promise<void>;
}

export interface PushDeps {
  store: PushStore;
  sender: PushSender;
  write(notices: DuePush['notices']): PushPayload;
  log: FastifyBaseLogger;
  /** Takes any endpoint, also on this machine; for tests. */
  isAnywhereAllowed?: boolean;
}

export function pushService({ store, sender, write, log, isAnywhereAllowed }: PushDeps): PushService {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  let keys: Promise<VapidKeys> | undefined;

  function findKeys(): Promise<VapidKeys> {
    keys ??= makeKeys().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  }

  async function makeKeys(): Promise<VapidKeys> {
    return (await store.findKeys()) ?? store.keepKeys(webPush.generateVAPIDKeys());
  }

  async function sendOne(push: DuePush): Promise<void> {
    const { endpoint, notices, notificationIds } = push;
    const outcome = await sender.send(push, write(notices), await findKeys(), closing.signal);
    if (outcome.kind === 'gone') await store.removeSubscription(endpoint);
    else if (outcome.kind !== 'later') await store.removePushes(endpoint, notificationIds);
    // Never the endpoint itself: whoever knows it may push there.
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
    const sending = send();
    underWay.add(sending);
    const end = () => underWay.delete(sending);
    sending.then(end, end);
    return sending;
  }

  return {
    publicKey: async () => (await findKeys()).publicKey,

    async subscribe(userId, token, form) {
      if (!isAnywhereAllowed && !isPublicEndpoint(form.endpoint)) throw invalidField('endpoint', 'invalid');
      if (!token || !(await store.subscribe(userId, token, form))) throw new AppError('NOT_LOGGED_IN');
    },

    unsubscribe: (userId, endpoint) => store.unsubscribe(userId, endpoint),

    async send() {
      await begin();
      await Promise.all(underWay);
    },

    sendInBackground() {
      begin().catch((error: unknown) => log.error({ err: error }, 'pushes were not sent'));
    },

    async close() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}
