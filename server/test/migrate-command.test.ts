import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '#src/migrate-command.ts';
import { openTestDatabase } from './database.ts';
import { freePort, killServers, runHere, spawnServer, waitUntilOpen } from './process.ts';

const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const reason = { meta: { skippedBecause: 'an embedded database belongs to one process' } };

test.runIf(onPostgres)(
  'a server with MIGRATE=off waits for `npm run migrate`, and says so',
  reason,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upaj-migrate-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const database = await openTestDatabase({ isMigrated: false });
    onTestFinished(database.close);
    onTestFinished(killServers);
    const env = { DATA_DIR: folder, DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) };
    const server = spawnServer(await freePort(), {
      ...env,
      MIGRATE: 'off',
      DRAIN_SECONDS: '0',
      RELEASE_COMMIT: 'abc1234',
    });
    let said = '';
    server.child.stdout?.on('data', (text: Buffer) => (said += text.toString()));
    const get = async (path: string) => {
      const response = await fetch(`${server.url}${path}`).catch(() => undefined);
      return response && [response.status, await response.json()];
    };
    const release = expect.stringMatching(/^\d+\.\d+\.\d+\+abc1234$/) as string;
    const lacks = expect.stringMatching(
      /^The database lacks the migrations 0001-platform, .*: run `npm run migrate` of this version\.$/,
    ) as string;
    await expect.poll(() => get('/readyz')).toEqual([503, { status: 'waiting', release, reason: lacks }]);
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
    expect((await get('/api/v1/users/current-user'))?.[0]).toBe(503);
    expect(said).toMatch(/^Waiting: The database lacks the migrations 0001-platform/);

    expect(await runHere(run, ['now'], env)).toMatchObject({ code: 2 });
    const migrated = await runHere(run, [], env);
    expect(migrated).toMatchObject({ code: 0, out: expect.stringContaining('0001-platform ran.\n') });
    await waitUntilOpen(server);
    const schema = expect.stringMatching(/^\d{4}-/) as string;
    expect(await get('/readyz')).toMatchObject([200, { status: 'ok', release, schema }]);
    expect(await runHere(run, [], env)).toMatchObject({
      code: 0,
      out: 'The database has all migrations of this version.\n',
    });
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  },
);
