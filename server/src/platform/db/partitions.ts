import { sql } from 'kysely';
import type { Database } from './connection.ts';

/** Adds the partition of the days from `firstDay` until before `nextDay`, unless it exists. */
export async function addPartition(
  db: Database,
  table: 'post_views' | 'rates',
  { suffix, firstDay, nextDay }: { suffix: string; firstDay: string; nextDay: string },
): Promise<void> {
  await db
    .selectNoFrom((of) =>
      of
        .fn('add_partition', [
          sql.lit(table),
          sql.lit(`${table}_${suffix}`),
          sql<string>`${firstDay}::date`,
          sql<string>`${nextDay}::date`,
        ])
        .as('added'),
    )
    .execute();
}

/** Deletes the rows of days before this one, without reading them. */
export async function dropPartitions(db: Database, table: 'post_views', firstDay: string): Promise<void> {
  await db
    .selectNoFrom((of) =>
      of.fn('drop_partitions', [sql.lit(table), sql<string>`${firstDay}::date`]).as('dropped'),
    )
    .execute();
  // The default partition has the rows for which no other partition existed.
  await db.deleteFrom(table).where('day', '<', firstDay).execute();
}
