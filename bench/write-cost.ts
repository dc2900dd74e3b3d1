import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connection.ts';
import type { LoadResult } from './load.ts';

/**
 * What one write costs: bytes of PostgreSQL's write-ahead log (WAL), entries added to indexes, and changed rows of any
 * table.
 */
export interface WriteCost {
  wal: number;
  indexEntries: number;
  rows: number;
}

/**
 * PostgreSQL's settings. Full page images and autovacuum are off, because their WAL depends on the moment of the write.
 */
export const settingsOfWrites = ['full_page_writes=off', 'max_wal_size=8GB', 'autovacuum=off'];

/**
 * Measures the cost of a write with what follows it in the background. @param db needs the extension pg_walinspect
 */
export async function measureCost(
  db: Database,
  send: () => Promise<LoadResult>,
  isQuick = false,
): Promise<LoadResult & { cost: WriteCost }> {
  const before = await walPosition(db);
  const result = await send();
  if (!isQuick) await waitForOutbox(db);
  const after = await walPosition(db);
  const { rows } = await sql<WriteCost>`
    select coalesce(sum(combined_size), 0)::float8 as wal,
      coalesce(sum(count) filter (where name like 'Btree/INSERT%' or name like 'Btree/SPLIT%'), 0)::float8
        as "indexEntries",
      coalesce(sum(count) filter (where name ~ '^Heap/(INSERT|UPDATE|HOT_UPDATE|DELETE)'), 0)::float8 as rows
    from (
      select "resource_manager/record_type" as name, count, combined_size
      from pg_get_wal_stats(${before}::pg_lsn, ${after}::pg_lsn, true)
    ) records`.execute(db);
  const { wal = 0, indexEntries = 0, rows: changed = 0 } = rows[0] ?? {};
  const writes = result.latencies.length;
  return {
    ...result,
    cost: { wal: wal / writes, indexEntries: indexEntries / writes, rows: changed / writes },
  };
}

/** Returns the current position of the WAL. It commits first, so that everything before the position can be read. */
async function walPosition(db: Database): Promise<string> {
  await sql`select pg_logical_emit_message(true, 'bench', '')`.execute(db);
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(db);
  return rows[0]?.at ?? '';
}

async function waitForOutbox(db: Database): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(100)) {
    const due = await db
      .selectFrom('events')
      .select('id')
      .where('due_at', '<=', sql<Date>`now()`)
      .limit(1)
      .execute();
    if (due.length === 0) return;
  }
  throw new Error('The events of the writes were not delivered within a minute.');
}
