import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#src/platform/db/connect.ts';
import { ping, type Connection } from '#src/platform/db/connection.ts';
import { startPrimary, startStandby, type Standby } from './faults/standby.ts';

const alone = { meta: { skippedBecause: 'needs PostgreSQL' } };
describe.runIf(process.env['TEST_DATABASE_URL'])('with a standby', alone, () => {
  let primary: Awaited<ReturnType<typeof startPrimary>>;
  let standby: Standby;
  let connection: Connection | undefined;
  beforeAll(async () => {
    primary = await startPrimary();
    standby = await startStandby(primary.url);
  });
  afterAll(async () => {
    await connection?.close();
    standby.stop();
    primary.stop();
  });

  const port = async () => {
    const { rows } = (await connection?.runScript('show port')) ?? { rows: [] };
    return Number((rows[0] as { port: string }).port);
  };

  test('the URL of the standby alone is refused, and says why', async () => {
    await expect(connect({ databaseUrl: standby.url, dataDir: '' })).rejects.toThrow(
      'DATABASE_URL cannot be used: it is a standby, which accepts no writes',
    );
  });

  test('of several servers the primary is used, and after it is gone the promoted standby', async () => {
    const both = standby.url.replace(/@[^/]+/, `@127.0.0.1:${standby.port},127.0.0.1:${primary.port}`);
    connection = await connect({ databaseUrl: `${both}?target_session_attrs=read-write`, dataDir: '' });
    const { db } = connection;
    expect(await port()).toBe(primary.port);
    primary.halt();
    await expect(ping(db)).rejects.toThrow('The database cannot be used');
    standby.promote();
    const isBack = () =>
      ping(db).then(
        () => true,
        () => false,
      );
    await expect.poll(isBack).toBe(true);
    expect(await port()).toBe(standby.port);
  });
});
