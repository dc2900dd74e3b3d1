import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#src/platform/db/connect.ts';

/** Until so many statements on PostgreSQL wait for locks. */
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
