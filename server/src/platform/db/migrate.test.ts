import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { connect, type Database } from './connect.ts';
import { StartError } from '#src/platform/start-error.ts';
import { migrate, readScripts, runStep } from './migrate.ts';

const beforeSteps = '0016-plain-names';
/** In ms. */
const pauseBetweenComments = 5;
let database: TestDatabase;
let db: Database;
const author = uuidv7();
beforeEach(async () => {
  database = await openTestDatabase({ isMigrated: false });
  db = database.db;
  await migrate(db, beforeSteps);
  await sql`insert into users (id, username, full_name, email, contact, user_type)
    values (${author}, 'asha', 'Asha', 'asha@upaj.example', '9876543210', 'farmer')`.execute(db);
});
afterEach(() => database.close());

/** In the columns of `beforeSteps`. */
async function addOldPosts(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await sql`
    insert into posts (id, author_id, title, description, price, price_unit, quantity, category, crop_type, crop_key,
      state, district, city, village, pincode, shelf_life, images, search_text, likes_count, comments_count, views_count)
    select id, ${author}, 'Wheat ' || place, '', 30, 'per kg', '1', 'Grains', 'Wheat', 'wheat', 'Punjab', 'Ludhiana', '', '',
      '141401', '7 days', '[]', 'wheat ' || place || ' ludhiana', place % 7, place % 5, place % 3
    from unnest(${ids}::uuid[]) with ordinality given (id, place)`.execute(db);
  return ids;
}

async function addOldNotifications(postId: string): Promise<string> {
  const [buyer, comment, review, gone] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  await sql`insert into users (id, username, full_name, email, contact, user_type)
    values (${buyer}, 'ravi', 'Ravi', 'ravi@upaj.example', '9876543211', 'merchant')`.execute(db);
  await sql`insert into comments (id, post_id, author_id, client_id, text)
    values (${comment}, ${postId}, ${buyer}, ${uuidv7()}, 'Fresh?')`.execute(db);
  await sql`insert into reviews (id, reviewer_id, person_id, rating, comment)
    values (${review}, ${buyer}, ${author}, 5, 'Good')`.execute(db);
  const notifications = [
    { kind: 'like', data: { postId }, delivered: true },
    { kind: 'comment', data: { postId, commentId: comment } },
    { kind: 'comment', data: { postId, commentId: gone } },
    { kind: 'review', data: { reviewId: review } },
  ];
  await sql`insert into notifications (id, user_id, kind, data, is_delivered)
    select gen_random_uuid(), ${author}, kind, data, coalesce(delivered, false)
    from jsonb_to_recordset(${JSON.stringify(notifications)}::text::jsonb) given (kind text, data jsonb, delivered boolean)`.execute(
    db,
  );
  return buyer;
}

/** As the version before 0019 does. */
async function commentAsEarlier(writer: Database, postId: string): Promise<void> {
  const commentId = uuidv7();
  await writer.transaction().execute(async (trx) => {
    await sql`insert into comments (id, post_id, author_id, client_id, text)
      values (${commentId}, ${postId}, ${author}, ${uuidv7()}, 'Fresh?')`.execute(trx);
    await sql`insert into notifications (id, user_id, kind, created_at, data)
      values (${uuidv7()}, ${author}, 'comment', now(), ${JSON.stringify({ postId, commentId })}::text::jsonb)`.execute(
      trx,
    );
  });
}

/** As the version before 0019 does. */
async function reviewAsEarlier(personId: string): Promise<void> {
  await sql`
    with saved as (
      insert into reviews (id, reviewer_id, person_id, rating, comment)
      values (${uuidv7()}, ${author}, ${personId}, 5, 'Good') returning id
    )
    insert into notifications (id, user_id, kind, created_at, data)
    select ${uuidv7()}, ${personId}, 'review', now(), jsonb_build_object('reviewId', id) from saved`.execute(
    db,
  );
}

async function readPosts(): Promise<Map<string, { likes: number; words: string[] }>> {
  const { rows } = await sql<{ id: string; likes: number; words: string[] }>`
    select id, likes, array(select distinct word from post_words where post_id = id order by 1) as words
    from posts join post_counts on post_id = id`.execute(db);
  return new Map(rows.map(({ id, ...post }) => [id, post]));
}

test('posts and notifications of an earlier version remain, whenever the migration is interrupted', async () => {
  const scripts = (await readScripts()).filter(({ name }) => name > beforeSteps);
  const [first = '', second = ''] = await addOldPosts(600);
  const buyer = await addOldNotifications(first);
  for (const { name, steps } of scripts) {
    for (let count = 1; count <= steps.length; count++)
      for (const step of steps.slice(0, count)) await runStep(db, step);
    await migrate(db, name);
  }
  await commentAsEarlier(db, second);
  await reviewAsEarlier(buyer);
  const posts = await readPosts();
  expect(posts.size).toBe(600);
  expect(posts.get(first)).toEqual({ likes: 1, words: ['1', 'ludhiana', 'wheat'] });
  expect(posts.get(second)).toEqual({ likes: 2, words: ['2', 'ludhiana', 'wheat'] });
  const { rows } = await sql`
    select kind, post_id is not null as "hasPost", comment_id is not null as "hasComment", data ? 'reviewerId' as "hasReviewer",
      id in (select notification_id from undelivered_notifications) as "isUndelivered"
    from notifications order by kind`.execute(db);
  const none = { hasPost: false, hasComment: false, hasReviewer: false, isUndelivered: true };
  expect(rows).toEqual([
    { kind: 'comment', ...none, hasPost: true, hasComment: true },
    { kind: 'comment', ...none, hasPost: true, hasComment: true },
    { kind: 'like', ...none, hasPost: true, isUndelivered: false },
    { kind: 'review', ...none, hasReviewer: true },
    { kind: 'review', ...none, hasReviewer: true },
  ]);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'what the earlier version writes during a migration is in the migrated database',
  { meta: { skippedBecause: 'an embedded database belongs to one process' } },
  async () => {
    const ids = await addOldPosts(2_000);
    const [discussed = ''] = await addOldPosts(1);
    const other = await connect({ databaseUrl: database.url, dataDir: '' });
    const liked = new Map<string, number>();
    const edited = new Map<string, string[]>();
    const deleted = new Set<string>();
    const migration = { isOver: false };
    const write = async () => {
      for (let turn = 0; !migration.isOver; turn = (turn + 97) % ids.length) {
        const id = ids[turn] ?? '';
        if (deleted.has(id)) continue;
        const { rows } = await sql<{
          likes: number;
        }>`update posts set likes_count = likes_count + 1 where id = ${id}
          returning likes_count as likes`.execute(other.db);
        liked.set(id, rows[0]?.likes ?? 0);
        const word = `word${turn}`;
        await sql`update posts set search_text = ${word} where id = ${id}`.execute(other.db);
        edited.set(id, [word]);
        const unwanted = ids[(turn + 1) % ids.length] ?? '';
        if (turn % 5 > 0) continue;
        await sql`delete from posts where id = ${unwanted}`.execute(other.db);
        deleted.add(unwanted);
      }
    };
    const comment = async () => {
      let count = 0;
      for (; !migration.isOver; count++) {
        await commentAsEarlier(other.db, discussed);
        await wait(pauseBetweenComments);
      }
      return count;
    };
    const isMissingColumn = (error: unknown) => expect((error as { code: string }).code).toBe('42703');
    const writing = write().catch(isMissingColumn);
    const commenting = comment();
    await migrate(db);
    migration.isOver = true;
    await writing;
    const comments = await commenting;
    await other.close();
    const posts = await readPosts();
    expect(liked.size).toBeGreaterThan(10);
    for (const id of deleted) {
      expect(posts.has(id)).toBe(false);
      liked.delete(id);
      edited.delete(id);
    }
    for (const [id, likes] of liked) expect(posts.get(id)?.likes).toBe(likes);
    for (const [id, words] of edited) expect(posts.get(id)?.words).toEqual(words);
    const { rows } =
      await sql`select post_id from post_words where not exists (select from posts where id = post_id)`.execute(
        db,
      );
    expect(rows).toEqual([]);
    const notified = await sql`
      select from notifications join comments on comments.id = comment_id and comments.post_id = notifications.post_id`.execute(
      db,
    );
    expect(notified.rows).toHaveLength(comments);
  },
);

test('statistics are collected after the transaction that locks the notifications', async () => {
  await migrate(db);
  const { rows } = await sql`
    select statistics.xmin::text = locking.xmin::text as "isSame" from pg_statistic_ext statistics, kysely_migration locking
    where stxname = 'posts_state_and_district' and locking.name = '0021-notifications-to-deliver'`.execute(
    db,
  );
  expect(rows).toEqual([{ isSame: false }]);
});

test('an earlier version does not start on the database of a newer one', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2100-01-01T00:00:00Z')`.execute(
    db,
  );
  await expect(migrate(db, beforeSteps)).rejects.toThrow(
    new StartError('A newer version has migrated the database (9999-later). Start that version.'),
  );
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a migration that lost its connection is named',
  { meta: { skippedBecause: 'an embedded database has no connections to lose' } },
  async () => {
    await sql`create function disconnect() returns event_trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); end; $$`.execute(db);
    await sql`create event trigger disconnects on ddl_command_start execute function disconnect()`.execute(
      db,
    );
    await expect(migrate(db)).rejects.toThrow(/^Migration 0017-post-counts failed: /);
  },
);

test.runIf(process.env['TEST_DATABASE_URL'])(
  'every tenth try waits long enough for PostgreSQL to cancel an autovacuum',
  { meta: { skippedBecause: 'an embedded database has one connection and no autovacuum' } },
  async () => {
    await sql`create sequence tries`.execute(db);
    await sql`create function try_lock() returns void language plpgsql as $$
      begin
        if nextval('tries') < 20 and current_setting('lock_timeout')::interval <= current_setting('deadlock_timeout')::interval then
          raise lock_not_available;
        end if;
      end; $$`.execute(db);
    await db.connection().execute((connection) => runStep(connection, 'select try_lock()'));
    const { rows } = await sql`select last_value::int as tries from tries`.execute(db);
    expect(rows).toEqual([{ tries: 10 }]);
  },
);
