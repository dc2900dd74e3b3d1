import { readFile, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEnv } from '#src/env.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson } from '#test/factories.ts';
import { listFiles } from '#test/leftovers.ts';
import { linkOf, startMailServer, type TestMailServer } from '#test/mail.ts';
import { freePort } from '#test/process.ts';

let smtp: TestMailServer;
const opened: TestApp[] = [];
beforeEach(async () => {
  smtp = await startMailServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const app of opened.splice(0)) await app.close();
  await smtp.close();
});

async function start(smtpUrl: string | undefined, pauses = [20, 20, 20], closesWithin?: number) {
  const mail = { pauses, ...(closesWithin !== undefined && { closesWithin }) };
  const app = await startTestApp({ env: { smtpUrl, logLevel: 'info' }, mail });
  opened.push(app);
  return app;
}

const errorsOf = ({ logs }: TestApp) => logs.filter((line) => line.includes('a mail was not sent'));

test.each([
  ['refused for now, twice', ['refuse for now', 'refuse for now'] as const],
  ['cut off, then refused for now', ['hang up', 'refuse for now'] as const],
])('an email that is %s arrives once', async (_, faults) => {
  const app = await start(smtp.url);
  smtp.faults = [...faults];
  const { account } = await addPerson(app.url);
  await smtp.waitForLink(account.email, 'verify-email');
  expect(smtp.tries).toBe(3);
  expect(smtp.mails).toHaveLength(1);
  expect(errorsOf(app)).toEqual([]);
});

test('an email arrives once the server is back', async () => {
  const port = await freePort();
  const app = await start(`smtp://127.0.0.1:${port}`, Array<number>(200).fill(20));
  const { account } = await addPerson(app.url);
  await smtp.close();
  smtp = await startMailServer(port);
  await smtp.waitForLink(account.email, 'verify-email');
  expect(errorsOf(app)).toEqual([]);
});

test.each([
  ['for now, every time', Array(9).fill('refuse for now'), 4],
  ['for good', ['refuse for good'], 1],
] as const)('an email refused %s is logged once, without its address', async (_, faults, tries) => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const app = await start(smtp.url);
  smtp.faults = [...faults];
  const { account, client } = await addPerson(app.url);
  await vi.waitFor(() => expect(errorsOf(app)).toHaveLength(1), { timeout: 60_000 });
  expect(smtp.tries).toBe(tries);
  expect(errorsOf(app).join('')).not.toContain(account.email);
  await client.call('GET /api/v1/users/current-user');
});

test('a graceful stop waits for the email being sent, but not for its retry', async () => {
  const app = await start(smtp.url, [3_600_000]);
  smtp.faults = ['refuse for now'];
  const { account } = await addPerson(app.url);
  await vi.waitFor(() => expect(smtp.tries).toBe(1), { timeout: 60_000 });
  await opened.pop()?.close();
  expect(await smtp.waitForLink(account.email, 'verify-email')).toBeTruthy();
});

test('a graceful stop does not wait forever', async () => {
  const lines = new Set<Socket>();
  const mute = createServer((line) => void lines.add(line));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as { port: number };
  const app = await start(`smtp://127.0.0.1:${port}`, [], 100);
  await addPerson(app.url);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await opened.pop()?.close();
  for (const line of lines) line.destroy();
  await new Promise((resolve) => mute.close(resolve));
});

test('without SMTP_URL the email is a file for its owner only, and its link is logged', async () => {
  const app = await start(undefined);
  const { account } = await addPerson(app.url);
  const isWritten = (line: string) => line.includes('mail written');
  await vi.waitFor(() => expect(app.logs.some(isWritten)).toBe(true), { timeout: 60_000 });
  const folder = join(app.dataDir, 'mail');
  const [file = ''] = await listFiles(folder);
  expect(file).toMatch(/\.eml$/);
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  const mail = await PostalMime.parse(await readFile(join(folder, file)));
  expect(mail.to).toMatchObject([{ address: account.email }]);
  const link = linkOf(mail);
  expect(link?.pathname).toBe('/verify-email');
  expect(JSON.parse(app.logs.find(isWritten) ?? '')).toMatchObject({ level: 30, link: link?.href });
});

test.each([
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'mail.example:25'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'nobody'],
  ['CONTACT_EMAIL', 'nobody'],
  ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
])('%s=%j stops the start and names the variable', (name, value) => {
  expect(() => readEnv({ DATA_DIR: '/nowhere', SECRET_KEY: 'k'.repeat(32), [name]: value })).toThrow(
    new RegExp(`^${name} must be`),
  );
});

test('emails come from the public host, unless MAIL_FROM is set', () => {
  const settings = { SECRET_KEY: 'k'.repeat(32), PUBLIC_URL: 'https://upaj.example:8443/' };
  expect(readEnv(settings).mailFrom).toBe('Upaj <no-reply@upaj.example>');
  expect(readEnv({ ...settings, MAIL_FROM: 'Mandi <a@b.example>' }).mailFrom).toBe('Mandi <a@b.example>');
  expect(readEnv({ ...settings, SMTP_URL: 'smtps://me:secret@mail.example' }).smtpUrl).toBe(
    'smtps://me:secret@mail.example',
  );
});
