import { sql } from 'kysely';
import { startOfDayInIndia, writeDay } from '@upaj/contract/days';
import { countedADay, countedRows, type DailyCount } from '@upaj/contract/moderation/operations';
import type { Database } from '#src/platform/db/connection.ts';
import { countUpTo } from '#src/platform/db/pages.ts';
import { daysAgo } from '#src/platform/db/times.ts';

type CountedRows = (typeof countedRows)[number];

const tables = {
  registrations: 'users',
  posts: 'posts',
  offers: 'offers',
  deals: 'deals',
  messages: 'messages',
} as const satisfies Record<CountedRows, string>;

export type DayCounts = { day: string } & Record<DailyCount, number>;

export function operationsStore({ db }: { db: Database }) {
  function countOf(kind: CountedRows, day: number): Promise<number> {
    const rows = db
      .selectFrom(tables[kind])
      .select('id')
      .where('id', '>=', firstIdOf(day))
      .where('id', '<', firstIdOf(day + 1));
    return countUpTo(db, rows, countedADay);
  }

  async function countSeen(day: number): Promise<number> {
    const row = await db
      .selectFrom('active_days')
      .select('people')
      .where('day', '=', writeDay(day))
      .executeTakeFirst();
    return row?.people ?? 0;
  }

  return {
    async countDay(day: number): Promise<DayCounts> {
      const counts = { registrations: 0, posts: 0, offers: 0, deals: 0, messages: 0 };
      for (const kind of countedRows) counts[kind] = await countOf(kind, day);
      return { day: writeDay(day), ...counts, active: await countSeen(day) };
    },

    countActive() {
      const since = (days: number) => sql<boolean>`last_seen_at >= ${daysAgo(days)}`;
      return db
        .selectFrom('users')
        .where(since(30))
        .select((eb) => [
          eb.cast<number>(eb.fn.countAll().filterWhere(since(1)), 'integer').as('day'),
          eb.cast<number>(eb.fn.countAll().filterWhere(since(7)), 'integer').as('week'),
          eb.cast<number>(eb.fn.countAll(), 'integer').as('month'),
        ])
        .executeTakeFirstOrThrow();
    },

    async findDatabaseBytes(): Promise<number> {
      const size = sql<number>`pg_database_size(current_database())::float8`;
      return (await db.selectNoFrom(size.as('bytes')).executeTakeFirstOrThrow()).bytes;
    },

    /** @returns undefined while the archive is off */
    async findArchive() {
      return db
        .withTables<{
          pg_stat_archiver: { last_archived_time: Date | null; last_failed_time: Date | null };
        }>()
        .selectFrom('pg_stat_archiver')
        .select(['last_archived_time as lastSuccess', 'last_failed_time as lastFailure'])
        .where(sql<boolean>`current_setting('archive_mode') <> 'off'`)
        .executeTakeFirst();
    },
  };
}

export type OperationsStore = ReturnType<typeof operationsStore>;

/**
 * Ids begin with the milliseconds of their row's time, so that each table's index of ids also finds the rows of a day.
 */
function firstIdOf(day: number): string {
  const hex = startOfDayInIndia(day).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
