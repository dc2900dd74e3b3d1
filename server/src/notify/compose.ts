import type { Env } from '#src/env.ts';
import type { Platform } from '#src/platform/compose.ts';
import { notificationEmails } from './emails/service.ts';
import { emailsStore } from './emails/store.ts';
import { notificationsRoutes } from './notifications/routes.ts';
import { notificationsService } from './notifications/service.ts';
import { notificationsStore, type NotifyContents } from './notifications/store.ts';
import { writePush } from './notifications/wording.ts';
import { outboxService } from './outbox/service.ts';
import { outboxStore } from './outbox/store.ts';
import { pushSender } from './push/sender.ts';
import { pushService } from './push/service.ts';
import { pushStore } from './push/store.ts';

export interface PushOptions {
  /** Accepts push services on this machine; for tests. */
  isAnywhereAllowed?: boolean;
  timeout?: number;
}

export function composeNotify(platform: Platform, contents: NotifyContents, options: PushOptions = {}) {
  const { env, db, server, log, mailer, realtime, sessionCookie } = platform;
  const push = pushService({
    store: pushStore(db, contents),
    sender: pushSender({ ...options, subject: pushSubject(env) }),
    write: writePush,
    log,
    ...options,
  });
  const store = notificationsStore(db, contents);
  const mails = notificationEmails({
    store: emailsStore(db, contents),
    mailer,
    publicUrl: env.publicUrl,
    log,
  });
  const notifications = notificationsService({ store, push, realtime, mails, log });
  const outbox = outboxService({ store: outboxStore(db), onDelivered: notifications.deliver, log });
  server.addHook('onClose', async () => {
    await outbox.close();
    await notifications.close();
    await Promise.all([mails.close(), push.close()]);
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
          await notifications.deliver();
          await push.send();
        },
      },
    ],
    services: { notifications, outbox, push },
  };
}

/** The contact for push services, as VAPID requires. */
function pushSubject({ publicUrl, mailFrom }: Env): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0]}`;
}
