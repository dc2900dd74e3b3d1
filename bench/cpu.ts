import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connection.ts';

/** Linux counts processor time in hundredths of a second. */
const ticks = 100;

/** Adds up the seconds of these processes and of all their children, also of those that have ended. */
export function cpuOf(pids: readonly number[]): number {
  const used = pids.flatMap((pid) => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const [own, ended] = timesOf(String(pid));
    return [own, ended, ...children.filter(Boolean).map(timeOfChild)];
  });
  return used.reduce((sum, time) => sum + time, 0) / ticks;
}

/**
 * Returns 0 for a process that ended after it was listed. The next reading counts its time with that of its parent's
 * ended children.
 */
function timeOfChild(pid: string): number {
  try {
    return timesOf(pid)[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

function timesOf(pid: string): [own: number, ofEndedChildren: number] {
  const [user, system, childUser, childSystem] = fieldsOf(pid).slice(11, 15).map(Number);
  return [(user ?? 0) + (system ?? 0), (childUser ?? 0) + (childSystem ?? 0)];
}

/** Returns the fields of a process from Linux, without its name, which is in parentheses and may have spaces. */
function fieldsOf(pid: string): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
}

/** Returns the process whose children serve the connections of a PostgreSQL on this machine. */
export async function findPostmaster(db: Database): Promise<number> {
  const backend = await db.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')).executeTakeFirstOrThrow();
  return Number(fieldsOf(String(backend.pid))[1]);
}
