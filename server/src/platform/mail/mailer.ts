import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { waitAtMost } from '#src/platform/promises.ts';
import type { Mail, MailTransport } from './transport.ts';

export type Mailer = ReturnType<typeof createMailer>;

export interface Refusal {
  isForGood: boolean;
  mail: string;
  code?: string | undefined;
  responseCode?: number | undefined;
  reason: string;
}

export interface MailerOptions {
  pauses?: readonly number[];
  closesWithin?: number;
}

interface MailerDeps extends MailerOptions {
  transport: MailTransport;
  log: FastifyBaseLogger;
}

const defaultPauses = [1_000, 10_000, 60_000, 300_000];

export function createMailer(deps: MailerDeps) {
  const { transport, log, pauses = defaultPauses, closesWithin = 10_000 } = deps;
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  async function deliver(mail: Mail): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const isLast = closing.signal.aborted;
      try {
        await transport.deliver(mail);
        return;
      } catch (error) {
        const pause = pauses[tries];
        if (pause === undefined || isLast || isPermanent(error)) throw error;
        await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  async function send(compose: () => Promise<Mail | undefined>): Promise<void> {
    let mail: Mail | undefined;
    try {
      mail = await compose();
      if (mail) await deliver(mail);
    } catch (error) {
      log.error({ mail: mail?.subject, ...withoutAddress(error, mail?.to) }, 'a mail was not sent');
    }
  }

  return {
    /** Sends the email in the background, unless it is undefined. A failure is retried, and logged in the end. */
    send(compose: () => Promise<Mail | undefined>): void {
      // The email is sent after the response, so that its timing reveals nothing.
      const sending = sleep(0).then(() => send(compose));
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
    },
    async sendOnce(mail: Mail): Promise<Refusal | undefined> {
      try {
        await transport.deliver(mail);
        return undefined;
      } catch (error) {
        return { mail: mail.subject, isForGood: isPermanent(error), ...withoutAddress(error, mail.to) };
      }
    },
    deleteMailsTo: (address: string): Promise<void> => transport.deleteMailsTo(address),
    async close(): Promise<void> {
      closing.abort();
      await waitAtMost(closesWithin, Promise.all(underWay));
      transport.close();
    },
  };
}

function isPermanent(error: unknown): boolean {
  return (error as { permanent?: boolean }).permanent === true;
}

/** Server errors often contain the address, which must not be logged. */
function withoutAddress(error: unknown, address: string | undefined) {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string };
  return { code, responseCode, reason: address ? message.replaceAll(address, '…') : message };
}
