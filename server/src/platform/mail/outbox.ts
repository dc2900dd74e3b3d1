import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { MailTransport } from './mail.ts';

/** In ms; longer than any link is valid. */
const maxAge = 48 * 60 * 60_000;

/** To try the app without a mail server; logs the links. */
export function openOutbox(folder: string, from: string, log: FastifyBaseLogger): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true }, { from });

  async function removeThose(isOne: (file: string) => boolean): Promise<void> {
    const files = await readdir(folder).catch(() => []);
    await Promise.all(files.filter(isOne).map((file) => rm(join(folder, file), { force: true })));
  }

  return {
    async deliver({ to, subject, text, html, link }) {
      const { message } = await composer.sendMail({ to, subject, text, html });
      const file = join(folder, `${Date.now()}-${uuidv7()}-${addressKey(to)}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeThose((name) => Number.parseInt(name, 10) < Date.now() - maxAge);
      // The link logs its reader in.
      await writeFile(file, message, { mode: 0o600 });
      log.info({ file, link }, 'mail written, as no SMTP_URL is set');
    },
    deleteMailsTo: (address) => removeThose((name) => name.endsWith(`-${addressKey(address)}.eml`)),
    close: () => composer.close(),
  };
}

function addressKey(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 16);
}
