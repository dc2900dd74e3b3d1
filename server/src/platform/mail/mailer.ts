import type { FastifyBaseLogger } from 'fastify';
import { backgroundSender, isPermanent, type SenderOptions } from '#src/platform/background-sender.ts';
import type { Mail, MailTransport } from './transport.ts';

export type Mailer = ReturnType<typeof createMailer>;

export interface Refusal {
  isForGood: boolean;
  mail: string;
  code?: string | undefined;
  responseCode?: number | undefined;
  reason: string;
}

interface MailerDeps extends SenderOptions {
  transport: MailTransport;
  log: FastifyBaseLogger;
}

const defaultPauses = [1_000, 10_000, 60_000, 300_000];

export function createMailer(deps: MailerDeps) {
  const { transport, log, pauses = defaultPauses, closesWithin = 10_000 } = deps;
  const sender = backgroundSender<Mail>({
    pauses,
    closesWithin,
    deliver: transport.deliver,
    onFailure: (error, mail) =>
      log.error({ mail: mail?.subject, ...withoutAddress(error, mail?.to) }, 'a mail was not sent'),
  });

  return {
    send: sender.send,
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
      await sender.close();
      transport.close();
    },
  };
}

/** Server errors often contain the address, which must not be logged. */
function withoutAddress(error: unknown, address: string | undefined) {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string };
  return { code, responseCode, reason: address ? message.replaceAll(address, '…') : message };
}
