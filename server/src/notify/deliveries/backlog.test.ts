import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notifyContents } from '#src/app.ts';
import { databaseForTests } from '#test/hooks.ts';
import { insertPeople } from '#test/rows.ts';
import { deliveriesStore } from './store.ts';

const database = databaseForTests();

async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const { db } = database;
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ read: string }>`
      select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = 'deliveries'`.execute(
      db,
    );
    return Number(rows[0]?.read);
  };
  const before = await count();
  await work();
  return (await count()) - before;
}

test('a batch of emails or pushes reads a bounded number of rows, however many wait', async () => {
  const { db } = database;
  const [userId = ''] = await insertPeople(db, 1);
  await sql`
    with added as (
      insert into notifications (id, user_id, kind, data)
      select gen_random_uuid(), ${userId}, 'deal', '{}' from generate_series(1, 20000) returning id)
    insert into deliveries (notification_id, due_at) select id, now() - interval '1 hour' from added`.execute(
    db,
  );
  await sql`analyze deliveries`.execute(db);
  const store = deliveriesStore({ db, ...notifyContents });
  expect(await rowsRead(() => store.takeDue('push'))).toBeLessThan(10);
  expect(await rowsRead(() => store.takeDue('email'))).toBeLessThan(3_000);
});
