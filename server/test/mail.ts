import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';
import { rememberSecretsOf } from './secrets.ts';

type Fault = 'refuse for now' | 'refuse for good' | 'hang up';

export interface TestMailServer {
  url: string;
  mails: Email[];
  faults: Fault[];
  tries: number;
  waitForLink(to: string, page: string): Promise<URL>;
  deleteMailsTo(to: string): void;
  close(): Promise<void>;
}

export async function startMailServer(port = 0): Promise<TestMailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, session, done) {
      server.tries += 1;
      const fault = server.faults.shift();
      if (fault === 'hang up') {
        for (const connection of smtp.connections)
          if (connection.session === session) connection._socket.destroy();
      }
      if (!fault) done();
      else done(Object.assign(new Error('no'), { responseCode: fault === 'refuse for good' ? 550 : 451 }));
    },
    async onData(stream, _session, done) {
      server.mails.push(await PostalMime.parse(await text(stream)));
      done();
    },
  });
  smtp.on('error', () => {});
  const listening = smtp.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const server: TestMailServer = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails: [],
    faults: [],
    tries: 0,
    waitForLink: (to, page) =>
      vi.waitFor(
        () => {
          for (const mail of server.mails) {
            const link = linkOf(mail);
            if (isTo(mail, to) && link?.pathname === `/${page}`) return link;
          }
          throw new Error(`No mail to ${to} leads to ${page}`);
        },
        { timeout: 60_000, interval: 10 },
      ),
    deleteMailsTo(to) {
      server.mails = server.mails.filter((mail) => !isTo(mail, to));
    },
    close: () => new Promise((resolve) => void smtp.close(resolve)),
  };
  return server;
}

export function isTo(mail: Email, address: string): boolean {
  return mail.to?.some((to) => to.address === address) ?? false;
}

export function linkOf(mail: Email): URL | undefined {
  const [link] = /https?:\S+/.exec(mail.text ?? '') ?? [];
  if (link === undefined) return undefined;
  const url = new URL(link);
  rememberSecretsOf(url.searchParams);
  rememberSecretsOf(new URLSearchParams(url.hash.slice(1)));
  return url;
}
