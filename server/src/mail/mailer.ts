import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Mail, MailTransport } from './mail.ts';

export interface Mailer {
  /**
   * Sends in the background what `compose` writes; undefined sends nothing. Nobody waits for it and nobody learns how it
   * went: a mail that fails is tried again, and in the end logged as an error.
   */
  send(compose: () => Promise<Mail | undefined>): void;
  /** Removes what is kept here of mails to this address. */
  forget(address: string): Promise<void>;
  /** Waits for the mails under way, each tried once more at most. */
  close(): Promise<void>;
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
    forget: (address) => transport.forget(address),
    async close() {
      closing.abort();
      const bound = new AbortController();
      const tooLong = sleep(closesWithin, undefined, { signal: bound.signal }).catch(() => {});
      await Promise.race([Promise.all(underWay), tooLong]);
      bound.abort();
      transport.close();
    },
  };
}

/** Whether the server refused for good, so that another try would be refused as well. */
function isPermanent(error: unknown): boolean {
  return (error as { permanent?: boolean }).permanent === true;
}

/** What the log may know: a server's refusal usually repeats the address. */
function withoutAddress(error: unknown, address: string | undefined): object {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string };
  return { code, responseCode, reason: address ? message.replaceAll(address, '…') : message };
}
