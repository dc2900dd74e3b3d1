import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '#src/env.ts';
import type { MailTransport } from './mail.ts';
import { openOutbox } from './outbox.ts';

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
    deleteMailsTo: async () => {},
    close: () => smtp.close(),
  };
}
