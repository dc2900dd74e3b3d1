import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '#src/env.ts';
import type { Mail } from './mailer.ts';
import { openOutbox } from './outbox.ts';

/** One way out for mails. */
export interface MailTransport {
  /** @throws when the mail was not taken; `permanent` on the error tells that it never will be. */
  deliver(mail: Mail): Promise<void>;
  /** Removes what this way keeps of mails to the address. */
  forget(address: string): Promise<void>;
  close(): void;
}

/** Through SMTP_URL; without one into files under DATA_DIR. */
export function openTransport(env: Env, log: FastifyBaseLogger): MailTransport {
  return env.smtpUrl
    ? openSmtp(env.smtpUrl, env.mailFrom)
    : openOutbox(join(env.dataDir, 'mail'), env.mailFrom, log);
}

function openSmtp(url: string, from: string): MailTransport {
  const smtp = createTransport(
    {
      url,
      pool: true,
      maxRequeues: 0,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    },
    { from },
  );
  return {
    async deliver({ to, subject, text, html }) {
      await smtp.sendMail({ to, subject, text, html });
    },
    forget: async () => {},
    close: () => smtp.close(),
  };
}
