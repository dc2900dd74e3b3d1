import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isDatabaseAway } from '#src/platform/db/errors.ts';
import { withLongLimits } from '#src/platform/db/time-limits.ts';
import { messageOf } from '#src/platform/http/errors.ts';
import { startTestApp, type TestApp } from './app.ts';
import { TestClient } from './client.ts';
import { addPerson, addPost, goodPassword, type Person } from './factories.ts';
import { openFaultyConnection, type FaultyConnection } from './faulty-connection.ts';
import { connectSocket, openSocket } from './socket.ts';

const message = messageOf('DATABASE_UNAVAILABLE');
const away = { success: false, statusCode: 503, code: 'DATABASE_UNAVAILABLE', message };

const embedded = { meta: { skippedBecause: 'the embedded database is in the process and cannot be away' } };
describe.runIf(process.env['TEST_DATABASE_URL'])('while the database is down', embedded, () => {
  let connection: FaultyConnection;
  let app: TestApp;
  let asha: Person;
  let ravi: Person;
  beforeAll(async () => {
    connection = await openFaultyConnection(process.env['TEST_DATABASE_URL'] ?? '');
    vi.stubEnv('TEST_DATABASE_URL', connection.url);
    app = await startTestApp({ isPatient: false });
    [asha, ravi] = [await addPerson(app.url), await addPerson(app.url)];
  });
  afterEach(() => connection.restore());
  afterAll(async () => {
    await app.close();
    await connection.close();
    vi.unstubAllEnvs();
  });

  const body = () => ({ email: asha.account.email, password: goodPassword, remember: false });
  const logIn = () => new TestClient(app.url).send('POST /api/v1/users/login', { body: body() });
  const isBack = async () => (await logIn()).status === 200;

  test('a lost connection fails only its own statement', async () => {
    const sleeping = [1, 2, 3].map(() => sql`select pg_sleep(30)`.execute(app.database.db));
    const inTransaction = app.database.db
      .transaction()
      .execute((trx) => sql`select pg_sleep(30)`.execute(trx));
    const lost = Promise.allSettled([...sleeping, inTransaction]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    connection.cut();
    for (const outcome of await lost)
      expect(outcome.status === 'rejected' && isDatabaseAway(outcome.reason)).toBe(true);
    await expect.poll(isBack).toBe(true);
  });

  test('statements that PostgreSQL ends count as an outage', async () => {
    const { db } = app.database;
    const slow = (statement: RawBuilder<unknown>) =>
      db.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = '50ms'`.execute(trx);
        await statement.execute(trx);
      });
    const waiting = db.transaction().execute(async (holder) => {
      await sql`select from users where id = ${asha.account._id} for update`.execute(holder);
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '50ms'`.execute(trx);
        await sql`select from users where id = ${asha.account._id} for update`.execute(trx);
      });
    });
    const ended = [
      slow(sql`select pg_sleep(5)`),
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(db),
      waiting,
    ];
    for (const outcome of await Promise.allSettled(ended))
      expect(outcome.status === 'rejected' && isDatabaseAway(outcome.reason)).toBe(true);
    // Connecting may pause after a lost connection.
    await expect.poll(() => sql`select 1`.execute(db).then(Boolean, () => false)).toBe(true);
    const mistake = await sql`select 1 / 0`.execute(db).catch((error: unknown) => error);
    expect([mistake instanceof Error, isDatabaseAway(mistake)]).toEqual([true, false]);
  });

  test('sets time limits on every connection, longer ones for background work', async () => {
    const read = async () => {
      const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];
      const { rows } = await sql<{ setting: string }>`
        select setting from pg_settings where name = any(${names}) order by array_position(${names}::text[], name)`.execute(
        app.database.db,
      );
      return rows.map(({ setting }) => Number(setting) / 1_000);
    };
    expect(await read()).toEqual([3, 5, 10]);
    for (const seconds of await withLongLimits(read)) expect(seconds).toBeGreaterThanOrEqual(30 * 60);
  });

  test('calls and sockets return a specific error code and recover', async () => {
    const post = await addPost(asha);
    const socket = await connectSocket(openSocket(app.url, asha.client));
    const newcomer = await addPerson(app.url);
    await connection.refuse();
    const responses = [
      await logIn(),
      await asha.client.send('GET /api/v1/post/feed'),
      await asha.client.send('POST /api/v1/like/like/:postId', { params: { postId: post._id } }),
      await asha.client.send('GET /api/market/overview', { query: { location: 'Punjab' } }),
    ];
    for (const { status, headers, body: response } of responses) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(response).toMatchObject(away);
    }
    const text = { userId: ravi.account._id, text: 'Is it still there?', clientId: crypto.randomUUID() };
    expect(await socket.emitWithAck('send', text)).toMatchObject({ code: away.code, message });
    const refused = connectSocket(openSocket(app.url, newcomer.client));
    await expect(refused).rejects.toThrow(away.code);
    const ready = await fetch(`${app.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { database: 'failing', media: 'ok' }]);
    await connection.restore();
    await expect.poll(isBack).toBe(true);
    expect(await socket.emitWithAck('send', text)).toMatchObject({ newMessage: { text: text.text } });
    socket.disconnect();
  });

  test('correct passwords do not lock the account', async () => {
    await connection.refuse();
    for (let count = 0; count < 12; count += 1) expect((await logIn()).status).toBe(503);
    await connection.restore();
    await expect.poll(async () => (await logIn()).status).not.toBe(503);
    expect((await logIn()).status).toBe(200);
  });

  test('calls and /readyz soon respond when the database hangs', async () => {
    connection.freeze();
    const began = performance.now();
    const calls = Array.from({ length: 40 }, async () => {
      const { status } = await logIn();
      return { status, ms: performance.now() - began };
    });
    const ready = await fetch(`${app.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(performance.now() - began).toBeLessThan(10_000);
    for (const { status, ms } of await Promise.all(calls)) {
      expect([429, 503]).toContain(status);
      expect(ms).toBeLessThan(20_000);
    }
    const later = performance.now();
    expect((await logIn()).status).toBe(503);
    expect(performance.now() - later).toBeLessThan(5_000);
    await connection.restore();
    await expect.poll(isBack).toBe(true);
  });

  test('an outage is logged every few seconds, not for each call', async () => {
    await connection.refuse();
    const before = app.logs.length;
    for (let count = 0; count < 30; count += 1) await asha.client.send('GET /api/v1/post/feed');
    expect(app.logs.length - before).toBeLessThan(3);
  });
});
