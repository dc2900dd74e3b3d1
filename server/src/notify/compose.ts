import type { Env } from '#src/env.ts';
import type { Metric } from '#src/platform/observability/metrics-server.ts';
import type { Platform } from '#src/platform/compose.ts';
import { deliveriesService } from './deliveries/service.ts';
import { deliveriesStore } from './deliveries/store.ts';
import { notificationsRoutes } from './notifications/routes.ts';
import { notificationsService } from './notifications/service.ts';
import type { NotifyContents } from './notifications.ts';
import { notificationsStore } from './notifications/store.ts';
import { notificationWording } from './notifications/wording.ts';
import { outboxService, type Consumers } from './outbox/service.ts';
import { outboxStore } from './outbox/store.ts';
import { pushSender } from './push/sender.ts';
import { pushService } from './push/service.ts';
import { pushStore } from './push/store.ts';

export interface PushOptions {
  /** Accepts push services on this machine; for tests. */
  isAnywhereAllowed?: boolean;
  timeout?: number;
}

export interface NotifyOptions {
  push?: PushOptions;
  eventsPolledEvery?: number | undefined;
}

export function composeNotify(
  platform: Platform,
  contents: NotifyContents,
  { push: options, eventsPolledEvery }: NotifyOptions = {},
) {
  const { env, db, server, log, mailer, messenger, realtime, sessionCookie } = platform;
  const wording = notificationWording({ ...contents, smsAccount: env.sms });
  const push = pushService({
    store: pushStore({ db }),
    sender: pushSender({ ...options, subject: pushSubject(env) }),
    wording,
    ...options,
  });
  const queue = deliveriesStore({ db, ...contents });
  const deliveries = deliveriesService({
    store: queue,
    mailer,
    messenger,
    push,
    wording,
    publicUrl: env.publicUrl,
    log,
  });
  const store = notificationsStore({ db, ...contents });
  const notifications = notificationsService({
    store,
    deliveries: queue,
    push,
    realtime,
    messenger,
  });
  const outbox = outboxService({
    store: outboxStore({ db }),
    pollEvery: eventsPolledEvery,
    log,
  });
  outbox.delivered.listen(deliveries.sendInBackground);
  // Only a server that listens delivers events: a command has no connected users.
  server.addHook('onListen', async () => outbox.start());
  server.addHook('onClose', async () => {
    await outbox.close();
    await deliveries.close();
  });

  return {
    routes: notificationsRoutes({ notifications, push, tokenOf: sessionCookie.tokenOf }),
    jobs: [
      {
        // Finds what a process that ended too early did not deliver.
        name: 'deliver-notifications',
        cron: '* * * * *',
        run: async () => {
          await outbox.deliver();
          await deliveries.send();
        },
      },
    ],
    metrics: [
      {
        name: 'upaj_events',
        help: 'Events of the outbox that wait to be delivered, or were set aside (failed), up to 100,000',
        kind: 'gauge',
        label: 'state',
        find: async () => ({ ...(await outbox.findBacklog()) }),
      },
      {
        name: 'upaj_deliveries_due',
        help: 'Emails, pushes and SMS messages of notifications that are due, up to 100,000',
        kind: 'gauge',
        find: deliveries.countDue,
      },
    ] satisfies Metric[],
    consumers: { 'notifications.added': [notifications.deliver] } satisfies Consumers,
    services: { notifications, outbox, push, deliveries },
  };
}

/** The contact for push services, as VAPID requires. */
function pushSubject({ publicUrl, mailFrom }: Env): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0]}`;
}
