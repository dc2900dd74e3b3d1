import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '#src/admin-command.ts';
import { connect } from '#src/platform/db/connect.ts';
import type { ConnectOptions } from '#src/platform/db/connection.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { addPerson, addPost } from './factories.ts';
import { hasPgbouncer, startPgbouncer } from './faults/pgbouncer.ts';
import { freePort, killServers, runHere, spawnServer, waitUntilOpen } from './process.ts';

const reason = { meta: { skippedBecause: 'needs PostgreSQL and pgbouncer' } };
describe.runIf(process.env['TEST_DATABASE_URL'] && hasPgbouncer)('behind pgbouncer', reason, () => {
  let database: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
  let options: ConnectOptions;
  beforeAll(async () => {
    database = await openTestDatabase({ isMigrated: false });
    pooler = await startPgbouncer(database.url ?? '');
    options = { databaseUrl: pooler.url, databaseDirectUrl: database.url, dataDir: '' };
  });
  afterAll(async () => {
    killServers();
    await pooler.close();
    await database.close();
  });

  test('a start without the direct address is refused, and says what to set', async () => {
    await expect(connect({ ...options, databaseDirectUrl: undefined })).rejects.toThrow(
      /^DATABASE_URL cannot be reached: unsupported startup parameter.* set DATABASE_DIRECT_URL/,
    );
  });

  test('processes that start together migrate once, and leave no lock', async () => {
    const connections = await Promise.all([connect(options), connect(options), connect(options)]);
    const ran = await Promise.all(connections.map(({ db }) => migrate(db)));
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
    const { rows } = await database.runScript(`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and datname = current_database()`);
    expect(rows).toEqual([]);
    await Promise.all(connections.map(({ close }) => close()));
  });

  test('a role without limits is reported until they are set', async () => {
    const warningsOf = async () => {
      const { warnings, close } = await connect(options);
      await close();
      return warnings;
    };
    expect(await warningsOf()).toEqual([expect.stringContaining('run `npm run admin -- database prepare`')]);
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url, SECRET_KEY: 'k'.repeat(32) };
    expect(await runHere(run, ['database', 'prepare'], env)).toMatchObject({ code: 0, err: '' });
    await pooler.close();
    pooler = await startPgbouncer(database.url ?? '');
    options = { ...options, databaseUrl: pooler.url };
    expect(await warningsOf()).toEqual([]);
  });

  test('a server works, with few connections that have its name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upaj-pgbouncer-data-'));
    const server = spawnServer(await freePort(), {
      DATA_DIR: folder,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.url,
      DATABASE_POOL_SIZE: '3',
      SECRET_KEY: 'k'.repeat(32),
      RELEASE_COMMIT: 'abc1234',
      DRAIN_SECONDS: '0',
    });
    await waitUntilOpen(server);
    const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(server.url)));
    const posts = await Promise.all(people.map((person) => addPost(person)));
    expect(new Set(posts.map(({ _id }) => _id)).size).toBe(6);
    const { rows } = await database.runScript(`
      select application_name as name, count(*)::int from pg_stat_activity
      where application_name like 'upaj %' group by 1`);
    const names = rows as { name: string; count: number }[];
    // The pooler may still have a connection of an earlier test.
    const own = names.filter(({ name }) => name.endsWith(`:${server.child.pid}`));
    expect(own.map(({ name }) => name)).toEqual([expect.stringMatching(/^upaj \d.*\+abc1234 /)]);
    expect(own[0]?.count).toBeLessThanOrEqual(3 * 3);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await rm(folder, { recursive: true });
  });
});
