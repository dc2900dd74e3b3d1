import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from './database.ts';
import { addPerson } from './factories.ts';
import {
  attackWithPhotos,
  largePhoto,
  mostMemory,
  percentile,
  residentMemory,
  timeLogins,
} from './photo-attack.ts';
import { freePort, killServers, spawnServer, waitUntilOpen } from './process.ts';

afterAll(killServers);

test('many 49-megapixel photos at once take little memory, and people can log in', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'upaj-attack-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const server = spawnServer(await freePort(), {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'k'.repeat(32),
  });
  await waitUntilOpen(server);
  const attackers = [await addPerson(server.url), await addPerson(server.url)];
  const person = await addPerson(server.url);
  const photos = [await largePhoto('jpeg'), await largePhoto('png')];
  const before = await residentMemory(server.child.pid ?? 0);
  const attack = attackWithPhotos(
    attackers.map(({ client }) => client),
    photos,
    4,
    2,
  );
  const most = mostMemory(server.child.pid ?? 0, attack);
  const logins = await timeLogins(person.client, person.account.email, attack);
  expect(await attack).toEqual(Array.from({ length: 4 }, () => 201));
  // The server must decode few photos at a time, because ten of these in parallel take 1.5 GB.
  expect((await most) - before).toBeLessThan(450);
  expect(percentile(logins, 0.5)).toBeLessThan(10_000);
  const clients = attackers.map(({ client }) => client).slice(0, 1);
  const smaller = [await largePhoto('png', 3_000)];
  const statuses = await attackWithPhotos(clients, smaller, 16, 1);
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(11);
  expect(statuses).toContain(503);
  server.child.kill('SIGTERM');
  await server.ended;
});
