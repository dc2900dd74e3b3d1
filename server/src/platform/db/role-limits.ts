import { sql, type Kysely } from 'kysely';
import type { DB } from './schema.ts';
import { withLongLimits } from './time-limits.ts';

/** The limits of a request's statement, in ms. PostgreSQL must end it before the process gives up waiting. */
export const roleLimits = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Both are off, because to start workers or compile an expression takes longer than to read a page. */
export const roleSettings = { max_parallel_workers_per_gather: '0', jit: 'off' };

/** Stores the limits and settings in the database's role, because a pooler refuses them when a connection starts. */
export function prepareRole(db: Kysely<DB>): Promise<string> {
  return withLongLimits(async () => {
    const { role, database } = await db
      .selectNoFrom([sql<string>`current_user`.as('role'), sql<string>`current_database()`.as('database')])
      .executeTakeFirstOrThrow();
    for (const [name, value] of Object.entries({ ...roleLimits, ...roleSettings }))
      await sql`alter role ${sql.id(role)} in database ${sql.id(database)} set ${sql.raw(name)} = ${sql.lit(String(value))}`.execute(
        db,
      );
    return `The role ${role} has the limits of requests in the database ${database}. New connections have them: in pgbouncer, run RECONNECT.`;
  });
}

/** @returns a warning for the operator if statements have no limits */
export async function findMissingLimits(db: Kysely<DB>): Promise<string | undefined> {
  const settings = await db
    .withTables<{ pg_settings: { name: string; setting: string } }>()
    .selectFrom('pg_settings')
    .select(({ cast }) => ['name', cast<number>('setting', 'integer').as('value')])
    .where('name', 'in', Object.keys(roleLimits))
    .execute();
  const missing = settings.filter(({ name, value }) => value !== roleLimits[name as keyof typeof roleLimits]);
  if (missing.length === 0) return undefined;
  const names = missing.map(({ name }) => name).sort();
  return `The role of DATABASE_URL lacks the limits of requests (${names.join(', ')}): run \`npm run admin -- database prepare\`.`;
}
