import type { FastifyBaseLogger } from 'fastify';
import { waitAtMost, type Mailer, type Refusal } from '#src/mail/mailer.ts';
import type { DueMail, NotificationsStore } from './store.ts';
import { writeNoticeLetter } from './wording.ts';

export interface NoticeMails {
  /** Sends what is due, a few at a time. What is not taken for now is due again later, a few times. */
  sendInBackground(): void;
  /** Waits for those under way; all others are sent by the next process. */
  close(): Promise<void>;
}

export interface NoticeMailsDeps {
  store: Pick<NotificationsStore, 'takeDueMails' | 'removeMails'>;
  mailer: Pick<Mailer, 'sendOnce'>;
  /** Where links lead to: 'https://upaj.example'. */
  publicUrl: string;
  log: FastifyBaseLogger;
}

/** How long `close` waits at most, in ms. */
const closesWithin = 10_000;

export function noticeMails({ store, mailer, publicUrl, log }: NoticeMailsDeps): NoticeMails {
  let underWay: Promise<void> | undefined;
  let isWanted = false;
  const closing = new AbortController();

  /** @returns why it has to be sent once more. */
  async function sendOne({ email, notices, ...mail }: DueMail): Promise<Refusal | undefined> {
    const refusal =
      email && notices ? await mailer.sendOnce(writeNoticeLetter(email, publicUrl, notices)) : undefined;
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
      // The mail server is away, and need not be asked for everybody else.
      if (refusals.length === due.length) return;
    }
  }

  async function sendWhileWanted(): Promise<void> {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      await sendDue().catch((error: unknown) => log.error({ err: error }, 'mails of notices were not sent'));
    }
    underWay = undefined;
  }

  return {
    sendInBackground() {
      isWanted = true;
      underWay ??= sendWhileWanted();
    },

    async close() {
      closing.abort();
      await waitAtMost(closesWithin, underWay);
    },
  };
}
