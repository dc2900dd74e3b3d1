import type { FastifyBaseLogger } from 'fastify';
import type { NotificationWording } from '#src/notify/notifications/wording.ts';
import type { PushService } from '#src/notify/push/service.ts';
import { inBackground } from '#src/platform/db/time-limits.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import type { Messenger } from '#src/platform/sms/messenger.ts';
import { waitAtMost } from '#src/platform/promises.ts';
import type { Channel, DeliveriesStore, Delivery } from './store.ts';

export interface DeliveriesDeps {
  store: DeliveriesStore;
  mailer: Pick<Mailer, 'sendOnce'>;
  push: Pick<PushService, 'sendTo'>;
  messenger: Pick<Messenger, 'sendOnce'>;
  wording: Pick<NotificationWording, 'writeEmail' | 'writeSms'>;
  publicUrl: string;
  log: FastifyBaseLogger;
}

/** An outcome without a problem was accepted. */
interface Outcome {
  problem?: object | undefined;
  canTryAgain?: boolean;
}

const closesWithin = 10_000;

export function deliveriesService(deps: DeliveriesDeps) {
  const { store, mailer, messenger, push, wording, publicUrl, log } = deps;
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  let emails = Promise.resolve();
  let isWaiting = false;

  async function sendTo(delivery: Delivery): Promise<Outcome> {
    const { language, endpoint, p256dh, auth, notifications, isSms, provedNumber } = delivery;
    if (!notifications) return {};
    if (endpoint !== null && p256dh !== null && auth !== null)
      return push.sendTo({ endpoint, p256dh, auth }, notifications, language, closing.signal);
    if (isSms) {
      if (provedNumber === null) return {};
      return messenger.sendOnce(wording.writeSms(provedNumber, language, publicUrl, notifications));
    }
    const problem = await mailer.sendOnce(wording.writeEmail(delivery, publicUrl, notifications));
    return { problem, canTryAgain: !problem?.isForGood };
  }

  /** @returns the problem if the delivery must be sent again */
  async function sendOne(delivery: Delivery): Promise<object | undefined> {
    const { problem, canTryAgain } = await sendTo(delivery);
    if (problem && canTryAgain && !delivery.isLastTry) return problem;
    if (problem) log.error(problem, 'a notification was not delivered');
    await store.remove(delivery);
    return undefined;
  }

  async function sendDue(channel: Channel): Promise<void> {
    while (!closing.signal.aborted) {
      const due = await store.takeDue(channel);
      if (due.length === 0) return;
      const problems = (await Promise.all(due.map(sendOne))).filter((problem) => problem !== undefined);
      if (problems.length > 0 && !closing.signal.aborted)
        log.warn({ ...problems[0], channel, count: problems.length }, 'notifications were not delivered yet');
      // When all emails fail, the mail server is down.
      if (channel === 'email' && problems.length === due.length) return;
    }
  }

  /** Sends emails in one run at a time, so that a mail server that is down gets few tries. */
  function sendEmails(): Promise<void> {
    if (isWaiting) return emails;
    isWaiting = true;
    const run = emails.then(() => {
      isWaiting = false;
      return sendDue('email');
    });
    emails = run.catch(() => {});
    return run;
  }

  function send(): Promise<void> {
    const sending = inBackground(async () => {
      await Promise.all([sendEmails(), sendDue('push'), sendDue('sms')]);
    });
    running.add(sending);
    const end = () => running.delete(sending);
    sending.then(end, end);
    return sending;
  }

  return {
    /** Sends what is due by email, push and SMS. */
    async send(): Promise<void> {
      await send();
      await Promise.all(running);
    },

    /** Counts emails, pushes and SMS messages that are due, up to 100,000. */
    countDue: store.countDue,

    sendInBackground(): void {
      send().catch((error: unknown) => log.error({ err: error }, 'notifications were not sent'));
    },

    async close(): Promise<void> {
      closing.abort();
      await waitAtMost(closesWithin, Promise.allSettled(running));
    },
  };
}

export type DeliveriesService = ReturnType<typeof deliveriesService>;
