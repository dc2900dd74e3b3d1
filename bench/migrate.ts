import { setTimeout as wait } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { connect, type Database } from '../server/src/platform/db/connect.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { withLongLimits } from '../server/src/platform/db/time-limits.ts';
import { makeData } from './data.ts';
import { makeDatabase } from './database.ts';
import { milliseconds, quantile, toTable } from './numbers.ts';
import { writeResults } from './results.ts';

/** The last migration before counts and words moved out of `posts`. */
const earlier = '0016-plain-names';
const writers = 8;
const pauseBetweenWrites = 15;
const secondsBefore = 10;

type Statement = (row: { userId: string; postId: string; version: Version }) => RawBuilder<unknown>;
type Version = 'earlier' | 'new';

const count = (
  version: Version,
  column: 'likes' | 'comments' | 'views',
  postId: string,
  by: RawBuilder<unknown>,
) =>
  version === 'new'
    ? sql`update post_counts set ${sql.ref(column)} = ${sql.ref(column)} + ${by} where post_id = ${postId}`
    : sql`update posts set ${sql.ref(`${column}_count`)} = ${sql.ref(`${column}_count`)} + ${by} where id = ${postId}`;
const ofAdded = sql`(select count(*) from added)`;

const kinds: Record<string, Statement> = {
  like: ({ userId, postId, version }) => sql`
    with added as (
      insert into likes (user_id, post_id) values (${userId}, ${postId}) on conflict do nothing returning 1
    ) ${count(version, 'likes', postId, ofAdded)}`,
  comment: ({ userId, postId, version }) => sql`
    with added as (
      insert into comments (id, post_id, author_id, client_id, text)
      values (${uuidv7()}, ${postId}, ${userId}, ${uuidv7()}, 'Still available?') returning 1
    ) ${count(version, 'comments', postId, ofAdded)}`,
  view: ({ postId, version }) => count(version, 'views', postId, sql`1`),
  price: ({ postId }) => sql`update posts set price = price + 1 where id = ${postId}`,
  text: ({ postId }) => sql`update posts set search_text = search_text || ' fresh' where id = ${postId}`,
  create: ({ userId, postId }) => sql`
    insert into posts (id, author_id, title, description, price, price_unit, quantity, category, crop_type, crop_key, state,
      district, city, village, pincode, shelf_life, images, search_text)
    select ${uuidv7()}, ${userId}, title, description, price, price_unit, quantity, category, crop_type, crop_key, state,
      district, city, village, pincode, shelf_life, images, search_text from posts where id = ${postId}`,
};

interface Write {
  kind: string;
  isDuring: boolean;
  ms: number;
}

/** A market of the earlier version migrates while writers of both versions write: how long any write waits. */
export async function runMigrate({ posts }: { posts: number }): Promise<void> {
  const postgres = await startPostgres({
    isDurable: true,
    settings: ['shared_buffers=1GB', 'max_wal_size=4GB'],
  });
  try {
    process.stdout.write(`PostgreSQL ${postgres.version}, ${posts} posts, ${writers} writers\n`);
    const databaseUrl = await makeDatabase(postgres.url, `bench_${posts}`);
    await withLongLimits(() => makeData({ databaseUrl, dataDir: '' }, posts, true, earlier));
    const writing = await connect({ databaseUrl, dataDir: '', poolSize: writers });
    const migrating = await connect({ databaseUrl, dataDir: '', poolSize: 1 });
    const market = await readMarket(writing.db);
    const state = { isDuring: false, isOver: false, failed: 0 };
    const writes: Write[] = [];
    const turns = Array.from({ length: writers }, async (_, writer) => {
      for (let turn = writer; !state.isOver; turn += writers) {
        const [kind = '', statement] = Object.entries(kinds)[turn % Object.keys(kinds).length] ?? [];
        const { isDuring } = state;
        const start = performance.now();
        if (statement)
          await write(writing.db, statement, market, turn).catch((error: unknown) => fail(error));
        writes.push({ kind, isDuring, ms: performance.now() - start });
        await wait(pauseBetweenWrites);
      }
    });
    const fail = (error: unknown) => {
      state.failed += 1;
      process.stderr.write(`${String(error)}\n`);
    };
    await wait(secondsBefore * 1000);
    state.isDuring = true;
    const start = performance.now();
    const ran = await migrate(migrating.db);
    const seconds = (performance.now() - start) / 1000;
    state.isOver = true;
    await Promise.all(turns);
    await Promise.all([writing.close(), migrating.close()]);
    const rows = [...Object.keys(kinds), 'all'].map((kind) => toRow(kind, writes));
    process.stdout.write(`\n${ran.join(', ')} in ${seconds.toFixed(1)} s, ${state.failed} writes failed\n`);
    process.stdout.write(
      `${toTable(['ms', 'before', 'p50', 'p99', 'longest', 'during', 'p50', 'p99', 'longest'], rows)}\n`,
    );
    await writeResults(
      'migrate',
      { postgresql: postgres.version },
      { posts, writers, migrations: ran, seconds, failed: state.failed, rows },
    );
  } finally {
    await postgres.stop();
  }
}

interface SomeRows {
  userIds: string[];
  postIds: string[];
}

async function readMarket(db: Database): Promise<SomeRows> {
  const { rows } = await sql<SomeRows>`
    select array(select id from users limit 1000) as "userIds",
      array(select id from posts tablesample bernoulli (5) limit 20000) as "postIds"`.execute(db);
  return rows[0] ?? { userIds: [], postIds: [] };
}

let version: Version = 'earlier';

/** An earlier version fails after the switch: then the new one writes. */
async function write(db: Database, statement: Statement, market: SomeRows, turn: number): Promise<void> {
  const userId = market.userIds[(turn * 7) % market.userIds.length] ?? '';
  const postId = market.postIds[(turn * 7919) % market.postIds.length] ?? '';
  try {
    await statement({ userId, postId, version }).execute(db);
  } catch (error) {
    if ((error as { code?: string }).code !== '42703') throw error;
    version = 'new';
    await statement({ userId, postId, version }).execute(db);
  }
}

function toRow(kind: string, writes: readonly Write[]): string[] {
  const cells = [false, true].flatMap((isDuring) => {
    const times = writes
      .filter((one) => one.isDuring === isDuring && (kind === 'all' || one.kind === kind))
      .map(({ ms }) => ms);
    return [String(times.length), ...[0.5, 0.99, 1].map((share) => milliseconds(quantile(times, share)))];
  });
  return [kind, ...cells];
}
