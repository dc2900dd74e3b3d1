import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

export type IdleVacuum = ReturnType<typeof vacuumWhenIdle>;

const usualTimes = { every: 60_000, pause: 200 };
/**
 * The database counts as idle with at most this many statements within `every`. The health checks of a monitor are
 * fewer.
 */
const idleAtMost = 30;
const writesBetween = 1_000;

/**
 * Vacuums tables when the embedded database is idle after many writes, because it has no process of its own that does
 * it and counts rows for the planner. It takes one table at a time, so that a request waits for one at most.
 */
export function vacuumWhenIdle(pglite: PGlite, { every, pause } = usualTimes) {
  let statements = 0;
  let writes = 0;
  let waiting: string[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    if (writes >= writesBetween) {
      writes = 0;
      waiting = await findTables(pglite);
    }
    for (let table = waiting.pop(); table; table = waiting.pop()) {
      await pglite.query(`vacuum (analyze) ${table}`);
      await sleep(pause);
      if (statements > idleAtMost) return;
    }
  }

  const timer = setInterval(() => {
    const isIdle = statements <= idleAtMost;
    statements = 0;
    if (!isIdle || isRunning) return;
    isRunning = true;
    // A vacuum that fails is retried after the next writes.
    const end = () => (isRunning = false);
    run().then(end, end);
  }, every);
  timer.unref();

  return {
    /** Call it for each statement of requests and jobs. */
    count(isWrite: boolean): void {
      statements += 1;
      if (isWrite) writes += 1;
    },
    stop(): void {
      waiting = [];
      clearInterval(timer);
    },
  };
}

/** Lists partitions instead of the tables that they belong to. */
async function findTables(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(`
    select format('%I.%I', schemaname, pg_stat_user_tables.relname) as name
    from pg_stat_user_tables join pg_class on pg_class.oid = relid
    where relkind <> 'p' order by pg_relation_size(relid)`);
  return rows.map(({ name }) => name);
}
