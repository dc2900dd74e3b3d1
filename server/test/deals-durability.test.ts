import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { EndpointKey } from '@upaj/contract/endpoints';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '#src/platform/db/connect.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { checkDeals } from './check-deals.ts';
import { deliverDealEvents } from './notifications.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillDataDir } from './embedded.ts';
import { freePort, killServers, spawnServer, waitUntilOpen } from './process.ts';
import { insertMembers, insertPosts, type Member } from './rows.ts';
import { testSecretKey } from './session-cookie.ts';

/** Each pair makes one acceptance and four confirmations. `npm run faults` has more pairs. */
const pairs = Number(process.env['TEST_TRADING_PAIRS'] ?? 20);
const kills = pairs > 20 ? 5 : 2;

let folder: string;
/** Undefined when the test uses the embedded database, which is in `folder`. */
let database: TestDatabase | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upaj-deals-'));
  database = process.env['TEST_DATABASE_URL'] ? await openTestDatabase() : undefined;
  if (!database) await fillDataDir(folder);
});
afterEach(async () => {
  killServers();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await connect({ databaseUrl: database?.url, dataDir: folder });
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await close();
  }
}

let acknowledged = 0;
/** True while the server is down, starts or stops. */
let isDown = false;

/** Repeats a call until the server responds, as a phone does. */
async function persist(
  member: Member,
  key: EndpointKey,
  params: Record<string, string>,
  body: object,
): Promise<{ _id: string; version: number; dealId: string | null }> {
  for (;;) {
    const response = await member.client.send(key, { params, body }).catch(() => undefined);
    if (response && response.status < 300) return (response.body as { data: never }).data;
    if (response && (response.status < 500 || !isDown))
      throw new Error(`${key}: ${JSON.stringify(response.body)}`);
    await wait(50);
  }
}

async function trade(buyer: Member, seller: Member, postId: string): Promise<string> {
  const terms = {
    quantity: 2.5,
    unit: 'quintal',
    price: 2105.75,
    priceUnit: 'per quintal',
    delivery: 'pickup',
  };
  const form = { ...terms, validDays: 3, note: '', postId, clientId: randomUUID() };
  const { _id: offerId, version } = await persist(buyer, 'POST /api/v1/offers', {}, form);
  const accepted = await persist(seller, 'POST /api/v1/offers/:offerId/accept', { offerId }, { version });
  acknowledged += 1;
  const dealId = accepted.dealId ?? '';
  for (const [member, step] of [
    [seller, 'delivered'],
    [buyer, 'delivered'],
    [buyer, 'paid'],
    [seller, 'paid'],
  ] as const) {
    await persist(member, 'POST /api/v1/deals/:dealId/confirm', { dealId }, { step });
    acknowledged += 1;
  }
  return dealId;
}

test(
  'every acknowledged acceptance and confirmation, and its notification, is there once after the server was killed',
  { timeout: 300_000 },
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { members, postIds } = await withDatabase(async (db) => {
      const people = await insertMembers(db, url, pairs * 2);
      const posts = people.slice(0, pairs).map(({ id }) => insertPosts(db, id, 1));
      return { members: people, postIds: (await Promise.all(posts)).flat() };
    });
    const env = {
      DATA_DIR: folder,
      SECRET_KEY: testSecretKey,
      ...(database && { DATABASE_URL: database.url }),
    };
    const open = async () => {
      const server = spawnServer(port, env);
      await waitUntilOpen(server);
      return server;
    };
    let server = await open();
    acknowledged = 0;
    const [sellers, buyers] = [members.slice(0, pairs), members.slice(pairs)];
    const trading = Promise.all(
      sellers.map((seller, index) => trade(buyers[index] as Member, seller, postIds[index] ?? '')),
    );
    for (let kill = 1; kill <= kills; kill += 1) {
      const enough = ((pairs * 5) / (kills + 1)) * kill;
      await expect.poll(() => acknowledged, { timeout: 120_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
      isDown = true;
      server.child.kill('SIGKILL');
      await server.ended;
      server = await open();
      isDown = false;
    }
    const dealIds = await trading;
    server.child.kill('SIGTERM');
    await server.ended;
    await withDatabase(async (db) => {
      await deliverDealEvents(db);
      expect(
        await checkDeals(
          db,
          members.map(({ id }) => id),
        ),
      ).toEqual([]);
      const deals = await db.selectFrom('deals').select(['id', 'status']).execute();
      expect(deals.map(({ id }) => id).toSorted()).toEqual(dealIds.toSorted());
      expect(new Set(deals.map(({ status }) => status))).toEqual(new Set(['completed']));
    });
  },
);
