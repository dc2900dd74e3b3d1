import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Transaction } from './connection.ts';

interface RetryOptions {
  tries?: number;
  /**
   * A limit, in ms, below PostgreSQL's `deadlock_timeout` of a second makes this transaction give way to all others.
   */
  lockTimeout?: number;
}

const longestPause = 20;

/** Runs a transaction again, after a short pause, when it deadlocked or waited too long for a lock. */
export async function retriedTransaction<T>(
  db: Database,
  work: (trx: Transaction) => Promise<T>,
  { tries = 5, lockTimeout }: RetryOptions = {},
): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        if (lockTimeout) await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx);
        return work(trx);
      });
    } catch (error) {
      if (count === tries || !isLockConflict(error)) throw error;
      await sleep(Math.random() * longestPause * count);
    }
  }
}

const lockConflicts = new Set<string | undefined>(['40001', '40P01', '55P03']);

function isLockConflict(error: unknown): boolean {
  return lockConflicts.has((error as { code?: string }).code);
}
