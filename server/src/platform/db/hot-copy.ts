import { sql } from 'kysely';
import type { Database } from './connection.ts';

const notBegun = '55000';

export interface HotCopy {
  /** The copy can be recovered from this position in the write-ahead log. */
  start: string;
  /** The copy needs the log from this file on. */
  firstLog: string;
}

/**
 * After this call and until `endHotCopy`, the files of the embedded database may be copied while it writes to them:
 * opening the copy replays the log. Ends an earlier copy that was interrupted.
 */
export async function beginHotCopy(db: Database): Promise<HotCopy> {
  await endHotCopy(db);
  const { rows } = await sql<HotCopy>`
    select start::text, pg_walfile_name(start) as "firstLog"
    from pg_backup_start('Upaj', fast => true) as start`.execute(db);
  const [begun] = rows;
  if (!begun) throw new Error('pg_backup_start returned nothing');
  return begun;
}

/** @returns the content of `backup_label`, which the copy needs, or '' if there was no copy in progress */
export async function endHotCopy(db: Database): Promise<string> {
  try {
    const { rows } = await sql<{ labelfile: string }>`
      select labelfile from pg_backup_stop(wait_for_archive => false)`.execute(db);
    return rows[0]?.labelfile ?? '';
  } catch (error) {
    if ((error as { code?: string }).code === notBegun) return '';
    throw error;
  }
}
