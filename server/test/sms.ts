import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogInByCode } from '@upaj/contract/people/number-codes';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';
import { TestClient } from './client.ts';
import { fromOwnAddress } from './factories.ts';

export const anyNumber = () => String(randomInt(6_000_000_000, 10_000_000_000));

/** Reads the messages to a number, oldest first. */
export async function messagesTo({ dataDir }: Pick<TestApp, 'dataDir'>, number: string): Promise<string[]> {
  const folder = join(dataDir, 'sms');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(`-${number}.txt`));
  return Promise.all(files.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
}

export const codeIn = (text: string | undefined): string => /#(\d{6})$/.exec(text ?? '')?.[1] ?? '';

/** Asks for a code from an address of its own, and waits for the message. */
export async function askForCode(
  app: Pick<TestApp, 'dataDir'>,
  client: TestClient,
  number: string,
  call: 'login-code' | 'contact-code' = 'login-code',
): Promise<string> {
  const before = (await messagesTo(app, number)).length;
  await client.call(`POST /api/v1/users/${call}`, { body: { contact: number }, headers: fromOwnAddress() });
  const messages = await vi.waitFor(
    async () => {
      const found = await messagesTo(app, number);
      if (found.length <= before) throw new Error('No message has come');
      return found;
    },
    { timeout: 60_000, interval: 20 },
  );
  return codeIn(messages.at(-1));
}

export const confirm = (client: TestClient, body: Partial<LogInByCode>) =>
  client.call('POST /api/v1/users/login-code/confirm', { body });

/** Opens an account with a number. */
export async function joinByNumber(app: TestApp, number = anyNumber(), fullName = 'Ramesh Kumar') {
  const client = new TestClient(app.url);
  await confirm(client, { contact: number, code: await askForCode(app, client, number) });
  const place = { state: 'Punjab', district: 'Ludhiana' };
  const body = { fullName, userType: 'farmer', majorProduct: '', place };
  const { data } = await client.call('POST /api/v1/users/complete', { body });
  return { client, account: data.user };
}
