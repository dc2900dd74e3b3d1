import { connect } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { storedFiles, tableRows } from './app.ts';
import { appForTests } from './hooks.ts';
import { addPerson, type Person } from './factories.ts';

const app = appForTests();
let person: Person;
beforeAll(async () => {
  person = await addPerson(app.url);
  // The server continues the registration after its response: it delivers events, and stores when the person was seen
  // and the link of the email.
  await app.services.outbox.deliver();
  await app.services.lastSeen.write();
  const links = app.database.db.selectFrom('verifications').select('id');
  await vi.waitUntil(async () => (await links.execute()).length === 1, 60_000);
});

test('requests cut off in the middle store nothing', async () => {
  const before = [await storedFiles(app), (await tableRows(app)).length];
  const cookie = person.client.cookieHeader;
  const { port, hostname } = new URL(app.url);
  for (let count = 0; count < 20; count += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        const head = `POST /api/v1/post/create-post HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=upaj\r\ncontent-length: 900000\r\n\r\n`;
        const part = '--upaj\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n';
        socket.write(head + part + 'x'.repeat(count * 1_000));
        setTimeout(() => socket.destroy(), 10);
      });
      socket.on('close', () => resolve());
    });
  }
  await expect.poll(async () => [await storedFiles(app), (await tableRows(app)).length]).toEqual(before);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});
