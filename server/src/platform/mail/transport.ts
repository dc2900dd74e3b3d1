import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Env } from '#src/env.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  link: string;
}

export interface MailTransport {
  /** @throws when the email is not accepted. `permanent` on the error says that retrying is useless. */
  deliver(mail: Mail): Promise<void>;
  deleteMailsTo(address: string): Promise<void>;
  close(): void;
}

export async function openTransport(env: Env, log: FastifyBaseLogger): Promise<MailTransport> {
  return env.smtpUrl
    ? openSmtp(env.smtpUrl, env.mailFrom)
    : openMailFolder(join(env.dataDir, 'mail'), env.mailFrom, log);
}

async function openSmtp(url: string, from: string): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer');
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

/** Files are deleted after this many ms: no link in an email is valid for longer. */
const maxAge = 48 * 60 * 60_000;

/** Writes emails to files and logs their links, to try the app without a mail server. */
function openMailFolder(folder: string, from: string, log: FastifyBaseLogger): MailTransport {
  async function removeThose(isOne: (file: string) => boolean): Promise<void> {
    const files = await readdir(folder).catch(() => []);
    await Promise.all(files.filter(isOne).map((file) => rm(join(folder, file), { force: true })));
  }

  return {
    async deliver({ to, subject, text, html, link }) {
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true }, { from });
      const { message } = await composer.sendMail({ to, subject, text, html });
      const file = join(folder, `${Date.now()}-${uuidv7()}-${addressKey(to)}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeThose((name) => Number.parseInt(name, 10) < Date.now() - maxAge);
      // The file is private, because its link logs in anyone who opens it.
      await writeFile(file, message, { mode: 0o600 });
      log.info({ file, link }, 'mail written, as no SMTP_URL is set');
    },
    deleteMailsTo: (address) => removeThose((name) => name.endsWith(`-${addressKey(address)}.eml`)),
    close: () => {},
  };
}

function addressKey(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 16);
}
