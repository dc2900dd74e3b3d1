import type { EndpointKey } from '@upaj/contract/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#src/platform/db/connect.ts';
import type { Connection } from '#src/platform/db/connection.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { asList } from '#src/platform/db/time-limits.ts';
import { startTestApp, type TestApp } from './app.ts';
import { findSetting } from './database.ts';
import { addPerson, addPost, type Person } from './factories.ts';
import { startPrimary, startStandby, type Standby } from './faults/standby.ts';
import { openTestMetrics } from './metrics.ts';

const alone = { meta: { skippedBecause: 'needs PostgreSQL' } };
describe.runIf(process.env['TEST_DATABASE_URL'])('lists on a standby', alone, () => {
  let primary: Awaited<ReturnType<typeof startPrimary>>;
  let standby: Standby;
  let connection: Connection;
  let operator: Connection;
  let app: TestApp;
  let asha: Person;
  let ravi: Person;
  const metrics = openTestMetrics();
  beforeAll(async () => {
    primary = await startPrimary(['synchronous_commit=remote_apply']);
    standby = await startStandby(primary.url);
    const { port: metricsPort } = await metrics;
    const env = { databaseUrl: primary.url, databaseReadUrl: standby.url, metricsPort };
    connection = await connect({ ...env, dataDir: '', poolSize: 8 });
    operator = await connect({ databaseUrl: primary.url, dataDir: '' });
    await migrate(connection.db);
    app = await startTestApp({ db: connection.db, standby: connection.standby, env });
    [asha, ravi] = [await addPerson(app.url), await addPerson(app.url)];
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([connection.close(), operator.close()]);
    standby.stop();
    primary.stop();
  });

  async function isFresh(expected = true): Promise<void> {
    await expect.poll(() => connection.standby?.isFresh).toBe(expected);
  }

  async function portOfList(mayLag: boolean): Promise<number> {
    return Number(await asList(() => findSetting(connection.db, 'port'), { mayLag }));
  }

  function forgetWrites(...people: Person[]): void {
    for (const { client } of people) client.cookies.delete('upaj.wrote');
  }

  async function feedOf({ client }: Person): Promise<string[]> {
    const { data } = await client.call('GET /api/v1/post/feed');
    return data.map(({ _id }) => _id);
  }

  test('lists read it, and their readers what they wrote themselves', async () => {
    // The first post starts the decoder of photos, so that the next one takes less time than the standby may lag.
    await addPost(asha);
    await isFresh();
    expect(await portOfList(true)).toBe(standby.port);
    expect(await portOfList(false)).toBe(primary.port);
    forgetWrites(asha, ravi);
    standby.run('select pg_wal_replay_pause()');
    const { _id } = await addPost(asha);
    expect(await feedOf(ravi)).not.toContain(_id);
    expect(await feedOf(asha)).toContain(_id);
    await isFresh(false);
    expect(await portOfList(true)).toBe(primary.port);
    expect(await (await fetch(`${app.url}/readyz`)).json()).toMatchObject({
      status: 'degraded',
      standby: 'failing',
    });
    expect(await (await metrics).find('upaj_standby_fresh')).toBe(0);
    standby.run('select pg_wal_replay_resume()');
    await isFresh();
    expect(await (await metrics).find('upaj_standby_fresh')).toBe(1);
    // The new post appears when the cached page has expired, after 10 s.
    await expect.poll(() => feedOf(ravi), { interval: 500 }).toContain(_id);
  });

  async function countWaiting(): Promise<number> {
    const { rows } = await operator.runScript("select from pg_stat_activity where wait_event = 'SyncRep'");
    return rows.length;
  }

  test('all of them only read', async () => {
    const post = await addPost(asha);
    const { username } = asha.account;
    await isFresh();
    forgetWrites(ravi);
    const calls: [EndpointKey, { params?: Record<string, string>; query?: Record<string, string> }?][] = [
      ['GET /api/v1/post/feed'],
      ['GET /api/v1/post/feed', { query: { search: 'gehu', sortBy: 'popular' } }],
      ['GET /api/posts'],
      ['GET /api/v1/post/current-posts'],
      ['GET /api/v1/post/user-posts/:username', { params: { username } }],
      ['GET /api/v1/post/liked'],
      ['GET /api/v1/users/saved-posts'],
      ['GET /api/v1/search', { query: { q: 'gehu' } }],
      ['GET /api/v1/people', { query: { q: 'asha' } }],
      ['GET /api/v1/users/user/:username', { params: { username } }],
      ['GET /api/v1/follow/followers/:username', { params: { username } }],
      ['GET /api/v1/follow/following/:username', { params: { username } }],
      ['GET /api/v1/reviews/:username', { params: { username } }],
      ['GET /api/v1/wanted'],
      ['GET /api/v1/market/news'],
    ];
    for (const [key, sent] of calls)
      expect([key, (await ravi.client.send(key, sent)).status]).toEqual([key, 200]);
    expect((await fetch(`${app.url}/s/${post._id}`)).status).toBe(200);
    expect(connection.standby?.isFresh).toBe(true);
  });

  test('a synchronous standby that stalls holds up writes only, and leaves none behind', async () => {
    await operator.runScript("alter system set synchronous_standby_names = '*'");
    await operator.runScript('select pg_reload_conf()');
    standby.run('select pg_wal_replay_pause()');
    const outcomes = Promise.allSettled(Array.from({ length: 12 }, () => addPost(asha)));
    await expect.poll(countWaiting).toBeGreaterThan(5);
    expect(await portOfList(false)).toBe(primary.port);
    for (const { status } of await outcomes) expect(status).toBe('rejected');
    // At most two statements of background work may still wait. The requests' own were cancelled.
    await expect.poll(countWaiting).toBeLessThanOrEqual(2);
    standby.run('select pg_wal_replay_resume()');
    await isFresh();
    expect((await addPost(asha))._id).toBeTruthy();
  });

  test('the primary serves them when it is gone', async () => {
    await isFresh();
    forgetWrites(ravi);
    standby.kill();
    const sent = { query: { sortBy: 'popular' } };
    expect(await ravi.client.call('GET /api/v1/post/feed', sent)).toMatchObject({ success: true });
    await isFresh(false);
    expect(await portOfList(true)).toBe(primary.port);
  });
});
