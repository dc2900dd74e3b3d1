import { sql } from 'kysely';
import { expect } from 'vitest';
import { connect } from '#src/platform/db/connect.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { withLongLimits } from '#src/platform/db/time-limits.ts';

/** Waits until this many statements wait for a lock on PostgreSQL. */
export async function waitForWaiting(db: Database, count: number): Promise<void> {
  const countWaiting = async () =>
    (
      await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length;
  await expect.poll(countWaiting).toBe(count);
}

/** Locks the table for everyone else. @returns a function that releases it */
export async function holdTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const { db, close } = await connect({ databaseUrl, dataDir: '' });
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = withLongLimits(() =>
    db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
      locked.resolve();
      await released.promise;
    }),
  );
  await locked.promise;
  return async () => {
    released.resolve();
    await holding;
    await close();
  };
}
