import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Mail, MailTransport } from './mail.ts';

export interface Mailer {
  /**
   * Sends in the background what `compose` writes; undefined sends nothing. Nobody waits for it and nobody learns how it
   * went: a mail that fails is tried again, and in the end logged as an error.
   */
  send(compose: () => Promise<Mail | undefined>): void;
  /** Sends it now and once, for who keeps it until it is taken. @returns why it was not taken. */
  sendOnce(mail: Mail): Promise<Refusal | undefined>;
  /** Removes what is kept here of mails to this address. */
  forget(address: string): Promise<void>;
  /** Waits for the mails under way, each tried once more at most. */
  close(): Promise<void>;
}

/** What the log may know of a mail that was not taken. */
export interface Refusal {
  /** Another try would be refused as well. */
  isForGood: boolean;
  /** Its subject. */
  mail: string;
  code?: string | undefined;
  responseCode?: number | undefined;
  reason: string;
}

export interface MailerOptions {
  /** How long to wait before each further try, in ms. */
  pauses?: readonly number[];
  /** How long `close` waits at most, in ms. */
  closesWithin?: number;
}

const defaultPauses = [1_000, 10_000, 60_000, 300_000];

export function createMailer(
  transport: MailTransport,
  log: FastifyBaseLogger,
  { pauses = defaultPauses, closesWithin = 10_000 }: MailerOptions = {},
): Mailer {
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  /** @throws what the last try failed with. */
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
    send(compose) {
      // Started once the answer is on its way, so that its time does not tell what is done here.
      const sending = sleep(0).then(() => send(compose));
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
    },
    async sendOnce(mail) {
      try {
        await transport.deliver(mail);
        return undefined;
      } catch (error) {
        return { mail: mail.subject, isForGood: isPermanent(error), ...withoutAddress(error, mail.to) };
      }
    },
    forget: (address) => transport.forget(address),
    async close() {
      closing.abort();
      await waitAtMost(closesWithin, Promise.all(underWay));
      transport.close();
    },
  };
}

/** Waits for work that is ending, and no longer than so many ms. */
export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const bound = new AbortController();
  const tooLong = sleep(ms, undefined, { signal: bound.signal }).catch(() => {});
  await Promise.race([work, tooLong]);
  bound.abort();
}

/** Whether the server refused for good, so that another try would be refused as well. */
function isPermanent(error: unknown): boolean {
  return (error as { permanent?: boolean }).permanent === true;
}

/** What the log may know: a server's refusal usually repeats the address. */
function withoutAddress(error: unknown, address: string | undefined) {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string };
  return { code, responseCode, reason: address ? message.replaceAll(address, '…') : message };
}
