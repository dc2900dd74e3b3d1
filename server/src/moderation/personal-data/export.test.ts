import type { TableName } from '#src/platform/db/personal-table.ts';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { exportPath } from '@upaj/contract/people/account';
import { beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { storedFiles } from '#test/app.ts';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { addPersonWithAllData, traces } from '#test/person-with-all-data.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { personalTables } from './register.ts';

const app = appForTests();
let life: Awaited<ReturnType<typeof addPersonWithAllData>>;
beforeAll(async () => {
  life = await addPersonWithAllData(app);
});

function requestExport({ client }: Person): Promise<Response> {
  const cookie = client.cookieHeader;
  return fetch(app.url + exportPath, { headers: { cookie } });
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

const exportOf = async (person: Person) => {
  const response = await requestExport(person);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes, files: await unzip(bytes) };
};

const rowsIn = (files: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
  JSON.parse(files.get(`data/${table}.json`)?.toString() ?? '[]');

test('is a ZIP download with a Content-Length', async () => {
  const { response, bytes, files } = await exportOf(life.person);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
  expect(files.get('READ-ME.txt')?.toString()).toMatch(/everything that Upaj keeps[\s\S]*उपज/);
});

test('explains itself in the account’s language', async () => {
  const person = await addPerson(app.url, { language: 'hi' });
  const { files } = await exportOf(person);
  expect(files.get('READ-ME.txt')?.toString()).toMatch(/^इसमें|उपज/);
  expect(files.get('READ-ME.txt')?.toString()).not.toContain('This is everything');
  expect(rowsIn(files, 'users')).toMatchObject([{ language: 'hi' }]);
});

test('contains every row of the person, and no one else’s', async () => {
  const { files } = await exportOf(life.person);
  const { _id: id } = life.person.account;
  const { db } = app.database;
  for (const table of Object.keys(personalTables) as TableName[]) {
    const { people, secrets = [], through } = personalTables[table];
    // Another test covers tables whose rows belong to a person only through another table.
    if (through && Object.keys(people).length === 0) continue;
    const owners = Object.keys(people).filter((column) => people[column]?.isExported);
    const all: Record<string, unknown>[] = await db
      .selectFrom(table as 'posts')
      .selectAll()
      .execute();
    const theirs = all.filter((row) => owners.some((column) => row[column] === id));
    const given = rowsIn(files, table);
    if (owners.length === 0) expect(files.has(`data/${table}.json`)).toBe(false);
    // Each table must have rows of the person, because an empty one would prove nothing.
    else expect([table, theirs.length > 0]).toEqual([table, true]);
    expect([table, given.length]).toEqual([table, theirs.length]);
    for (const row of given) {
      expect(owners.some((column) => row[column] === id)).toBe(true);
      for (const secret of secrets) expect(row).not.toHaveProperty(secret);
      const [known] = theirs.filter((one) => one['id'] === row['id']);
      if (row['id'] && known)
        expect(Object.keys(row).sort()).toEqual(
          Object.keys(known)
            .filter((name) => !secrets.includes(name))
            .sort(),
        );
    }
  }
  const { email, fullName } = life.person.account;
  expect(rowsIn(files, 'users')).toMatchObject([{ id, email, full_name: fullName, aadhaar_last4: '9135' }]);
});

test('contains their photos, byte for byte', async () => {
  const { files } = await exportOf(life.person);
  const names = life.urls.map((url) => url.replace('/media/', ''));
  const photos = [...files.keys()].filter((name) => name.startsWith('photos/'));
  expect(photos.sort()).toEqual(names.map((name) => `photos/${name}`).sort());
  expect(await storedFiles(app)).toEqual(expect.arrayContaining(names));
  for (const name of names)
    expect(files.get(`photos/${name}`)?.equals(await readFile(join(app.dataDir, 'media', name)))).toBe(true);
});

test('contains no password, key or fingerprint', async () => {
  const { bytes } = await exportOf(life.person);
  const { db } = app.database;
  const secrets = [
    ...(await db.selectFrom('accounts').select('password as secret').execute()),
    ...(await db.selectFrom('sessions').select('token as secret').execute()),
    ...(await db.selectFrom('users').select('aadhaar_fingerprint as secret').execute()),
    ...(await db.selectFrom('verifications').select('value as secret').execute()),
  ];
  expect(secrets.length).toBeGreaterThan(3);
  expect(secrets.filter(({ secret }) => secret && bytes.includes(secret))).toEqual([]);
});

test('leaves out deleted photos', async () => {
  const [url = ''] = life.urls;
  await rm(join(app.dataDir, url));
  const { files } = await exportOf(life.person);
  expect(files.has('data/users.json')).toBe(true);
  expect(files.has(url.replace('/media/', 'photos/'))).toBe(false);
});

test('is for people who are logged in, five times an hour', async () => {
  expect((await new TestClient(app.url).fetch(exportPath)).status).toBe(401);
  const person = await addPerson(app.url);
  const statuses = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await requestExport(person)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('contains the history of their deals and offers, without the problems that the other side reported', async () => {
  const { person, friend, enemy } = life;
  const { db } = app.database;
  const more = { pickup_date: '2026-11-28', bags: 400, advance: '10000.00' };
  const dealId = await insertDeal(db, { buyer: person, seller: friend }, more);
  const text = 'Between the buyer and the moderators';
  const problem = { params: { dealId }, body: { text } };
  await person.client.call('POST /api/v1/deals/:dealId/problem', problem);
  const ofOthers = await insertDeal(db, { buyer: person, seller: enemy });
  const { files } = await exportOf(friend);
  const ofDeal = rowsIn(files, 'deal_events').filter((row) => row['deal_id'] === dealId);
  expect(ofDeal).toMatchObject([{ kind: 'agreed' }]);
  expect(ofDeal[0]).not.toHaveProperty('number');
  expect(rowsIn(files, 'deal_events').filter((row) => row['deal_id'] === ofOthers)).toEqual([]);
  const deal = rowsIn(files, 'deals').find((row) => row['id'] === dealId);
  expect(deal).toMatchObject({ pickup_date: more.pickup_date, bags: 400, advance: 10_000 });
  const changes = rowsIn(files, 'offer_changes').filter((row) => row['offer_id'] === deal?.['offer_id']);
  expect(changes).toMatchObject([{ action: 'offer' }, { action: 'accept' }]);
  const holds = (word: string) => [...files.values()].some((file) => file.includes(word));
  expect([text, traces.contact].map((word) => holds(`"${word}`))).toEqual([false, false]);
  expect(rowsIn(files, 'upi_ids')).toMatchObject([{ upi_id: 'friend@ybl' }]);
});
