import type { FastifyBaseLogger } from 'fastify';
import { inBackground } from '#src/platform/db/time-limits.ts';
import type { Mailer, Refusal } from '#src/platform/mail/mailer.ts';
import { waitAtMost } from '#src/platform/within.ts';
import { writeNotificationEmail } from '#src/notify/notifications/wording.ts';
import type { DueMail, EmailsStore } from './store.ts';

export interface NotificationEmails {
  sendInBackground(): void;
  close(): Promise<void>;
}

export interface NotificationEmailsDeps {
  store: EmailsStore;
  mailer: Pick<Mailer, 'sendOnce'>;
  publicUrl: string;
  log: FastifyBaseLogger;
}

const closesWithin = 10_000;

export function notificationEmails({
  store,
  mailer,
  publicUrl,
  log,
}: NotificationEmailsDeps): NotificationEmails {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const closing = new AbortController();

  async function sendOne({ email, notifications, ...mail }: DueMail): Promise<Refusal | undefined> {
    const refusal =
      email && notifications
        ? await mailer.sendOnce(writeNotificationEmail(email, publicUrl, notifications))
        : undefined;
    if (refusal && !refusal.isForGood && !mail.isLastTry) return refusal;
    if (refusal) log.error(refusal, 'a mail was not sent');
    await store.removeMails(mail.notificationIds);
    return undefined;
  }

  async function sendDue(): Promise<void> {
    while (!closing.signal.aborted) {
      const due = await store.takeDueMails();
      if (due.length === 0) return;
      const refusals = (await Promise.all(due.map(sendOne))).filter((refusal) => refusal !== undefined);
      if (refusals.length > 0)
        log.warn({ ...refusals[0], mails: refusals.length }, 'mails were not taken, and will be sent again');
      // The mail server is down: stop.
      if (refusals.length === due.length) return;
    }
  }

  async function sendWhileWanted(): Promise<void> {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      await sendDue().catch((error: unknown) =>
        log.error({ err: error }, 'notification mails were not sent'),
      );
    }
    running = undefined;
  }

  return {
    sendInBackground() {
      isWanted = true;
      running ??= inBackground(sendWhileWanted);
    },

    async close() {
      closing.abort();
      await waitAtMost(closesWithin, running);
    },
  };
}
