import { sql } from 'kysely';
import { readEnv } from '../server/src/env.ts';
import { connect } from '../server/src/platform/db/connect.ts';
import type { Database } from '../server/src/platform/db/connection.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { addCatalogue, addCounts, addLikes, addPeople, addPosts, addWords } from './data-sql.ts';

const batchSize = 20_000;

/** Fills the database at DATABASE_URL, or the embedded one under DATA_DIR. */
export async function runData(count: number): Promise<void> {
  if (!Number.isSafeInteger(count) || count < 1) throw new Error('Say how many posts: data N');
  const { databaseUrl, dataDir } = readEnv({ SECRET_KEY: 'x'.repeat(32), ...process.env });
  await makeData({ databaseUrl, dataDir }, count);
}

/**
 * Makes `count` posts by `count / 50` people, but at least 200 people. The data is the same in every run. @throws Error
 * when the database has users
 */
export async function makeData(
  place: { databaseUrl: string | undefined; dataDir: string },
  count: number,
): Promise<void> {
  const began = Date.now();
  const say = (text: string) => void (process.stdout.isTTY && process.stdout.write(text));
  // Temporary tables need a single connection.
  const { db, close } = await connect({ ...place, poolSize: 1 });
  try {
    await migrate(db);
    const { rows } = await sql`select 1 from users limit 1`.execute(db);
    if (rows.length > 0)
      throw new Error('The database holds people already: the data goes into an empty one.');
    const people = Math.max(200, Math.round(count / 50));
    await sql`set maintenance_work_mem = '256MB'`.execute(db);
    await addCatalogue(db);
    await addPeople(db, people);
    const indexes = await dropIndexes(db);
    await sql`alter table posts disable trigger indexes_words`.execute(db);
    for (let from = 1; from <= count; from += batchSize) {
      const to = Math.min(count, from + batchSize - 1);
      const batch = { from, to, count, people };
      await addPosts(db, batch);
      await addCounts(db, batch);
      say(`\r${to} of ${count} posts `);
    }
    await sql`alter table posts enable trigger indexes_words`.execute(db);
    await addWords(db);
    say(`\r${count} posts and their words `);
    for (const [index, statement] of indexes.entries()) {
      await sql.raw(statement).execute(db);
      say(`\r${count} posts, ${index + 1} of ${indexes.length} indexes `);
    }
    await addLikes(db, people);
    await sql`vacuum analyze`.execute(db);
  } finally {
    await close();
  }
  process.stdout.write(`\r${count} posts made in ${((Date.now() - began) / 1000).toFixed(1)} s.\n`);
}

/** Drops the indexes and returns the statements that create them, because a bulk load without indexes is faster. */
async function dropIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename in ('posts', 'post_counts', 'post_words')
      and indexname not like '%\\_pkey'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}
