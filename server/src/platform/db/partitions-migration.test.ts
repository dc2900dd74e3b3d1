import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type ControlledTransaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import type { NewMessage } from '#src/chat/messages/rows.ts';
import { messagesStore } from '#src/chat/messages/store.ts';
import { chatParts } from '#src/deals/chat-parts/rows.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { copyMigrations } from '#test/migrations.ts';
import { insertPeople, insertPosts } from '#test/rows.ts';
import { connect } from './connect.ts';
import type { Database } from './connection.ts';
import { isDuplicate } from './errors.ts';
import { migrate } from './migrate.ts';
import type { DB } from './schema.ts';

const names = [
  '0016-partitions',
  '0017-view-partitions',
  '0018-rate-partitions',
  '0019-tables-before-partitions',
];
const [first = ''] = names;
const last = names.at(-1) ?? '';

/** Opens a database that is migrated to the release before partitions. */
async function openEarlier(): Promise<TestDatabase> {
  const database = await openTestDatabase({ isMigrated: false });
  onTestFinished(database.close);
  await migrate(database.db, { folder: await copyMigrations((name) => name < first) });
  // The columns are newer than that release, but today's statements read them.
  await sql`alter table users
    add column verified_for text[] not null default '{}', add column verified_at timestamptz,
    add column badge_changes text[] not null default '{}',
    add column has_name_of_verified boolean not null default false`.execute(database.db);
  return database;
}

/** Migrates to the release with partitions, and no further. */
async function migrateToPartitions(db: Database): Promise<string[]> {
  return migrate(db, { folder: await copyMigrations((name) => name <= last) });
}

/** Gives each conversation this many messages, in the order of storage. @returns the ids of the conversations */
async function addConversations(
  db: Database,
  pairs: readonly string[][],
  messages: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [one = '', other = ''] of pairs) {
    const { rows } = await sql<{ id: string }>`
      insert into conversations (id, low_id, high_id, last_number, last_at, low_wrote, high_wrote, low_unseen, high_unseen)
      values (${uuidv7()}, least(${one}::uuid, ${other}), greatest(${one}::uuid, ${other}), ${messages}, now(), true, true, 0, 0)
      returning id`.execute(db);
    ids.push(rows[0]?.id ?? '');
    await sql`
      insert into messages (conversation_id, number, id, client_id, sender_id, receiver_id, text, created_at)
      select ${ids.at(-1)}::uuid, number, gen_random_uuid(), gen_random_uuid(), ${one}::uuid, ${other}::uuid,
        repeat('wheat ', 150) || number, now() from generate_series(1, ${messages}::int) as number`.execute(
      db,
    );
  }
  return ids;
}

async function readRows(
  db: Database,
  table: 'messages' | 'post_views' | 'rates' | 'reports',
): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select t::text as row from ${sql.table(table)} as t order by row`.execute(db);
  return rows.map(({ row }) => row);
}

test('rows are the same in partitions', async () => {
  const { db } = await openEarlier();
  const people = await insertPeople(db, 2);
  const [author = '', viewer = ''] = people;
  const [postId = ''] = await insertPosts(db, author, 1);
  await addConversations(db, [people], 20);
  await sql`update messages set post_id = ${postId} where number = 3`.execute(db);
  await sql`insert into reports (id, reporter_id, kind, message_id, reason, weight)
    select gen_random_uuid(), receiver_id, 'message', id, 'spam', 1 from messages where number < 3`.execute(
    db,
  );
  await sql`insert into post_views (post_id, viewer_id, day)
    select ${postId}, ${viewer}, current_date - n from generate_series(0, 9) n`.execute(db);
  await sql`insert into rate_series (state, district, market, commodity, variety, grade, is_sample, arrival_date, min_price, max_price, modal_price)
    values ('Punjab', 'Ludhiana', 'Khanna', 'Wheat', '', '', false, '2026-01-01', 1, 1, 1)`.execute(db);
  await sql`insert into rates (series_id, arrival_date, min_price, max_price, modal_price)
    select id, date '2003-12-30' + 400 * n, 1, 2, n from rate_series, generate_series(1, 20) n`.execute(db);
  const tables = ['messages', 'post_views', 'rates', 'reports'] as const;
  const before = await Promise.all(tables.map((table) => readRows(db, table)));
  expect(before.map((rows) => rows.length)).toEqual([20, 10, 20, 2]);
  expect(await migrateToPartitions(db)).toEqual(names);
  expect(await Promise.all(tables.map((table) => readRows(db, table)))).toEqual(before);
  // Deleting posts and rate series still deletes their rows in partitioned tables.
  await sql`delete from posts`.execute(db);
  await sql`delete from rate_series`.execute(db);
  expect(await readRows(db, 'post_views')).toEqual([]);
  expect(await readRows(db, 'rates')).toEqual([]);
  const { rows } = await sql`select from messages where post_id is not null`.execute(db);
  expect(rows).toEqual([]);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'writers go on while messages move, also when the migration was killed',
  { meta: { skippedBecause: 'an embedded database belongs to one process' } },
  async () => {
    const database = await openEarlier();
    const { db } = database;
    const another = async () => {
      const { db: other, close } = await connect({ databaseUrl: database.url, dataDir: '', isPatient: true });
      onTestFinished(close);
      return other;
    };
    const [locker, remover, watcher, migrating] = [
      await another(),
      await another(),
      await another(),
      await another(),
    ];
    const people = await insertPeople(db, 10);
    const pairs = [0, 2, 4, 6, 8].map((first) => people.slice(first, first + 2));
    const [changed, locked] = await addConversations(db, pairs.slice(0, 2), 2_000);
    const expected = new Map(
      (await db.selectFrom('messages').select(['id', 'images']).execute()).map(({ id }) => [id, 'none']),
    );
    const writers = startWriters({ db, pairs: pairs.slice(2), conversationId: changed ?? '', expected });

    // The lock on the conversation makes the migration wait before it copies a message of it.
    const held = await openTransaction(locker);
    await held
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', locked ?? '')
      .forUpdate()
      .execute();
    const killed = migrateToPartitions(migrating).catch((error: unknown) => error);
    await untilCopyWaits(watcher, 1);
    const copied = await findCopied(watcher);
    await sql`select pg_terminate_backend(pid) from (${callOfCopy}) as call`.execute(watcher);
    expect(String(await killed)).toContain(`Migration ${first} failed`);

    const migrated = migrateToPartitions(migrating);
    await untilCopyWaits(watcher, copied);
    const removal = await openTransaction(remover);
    const [removed] = await removal
      .deleteFrom('messages')
      .where('conversation_id', '=', locked ?? '')
      .where('number', 'in', [1_999])
      .returning('id')
      .execute();
    await held.commit().execute();
    await untilCopyWaits(watcher, copied + 1);
    await removal.commit().execute();
    expected.delete(removed?.id ?? '');
    expect(await migrated).toEqual(names);
    const counts = await writers.stop();
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(10);

    const rows = await sql<{ id: string; image: string }>`
      select id, coalesce(images ->> 0, 'none') as image from messages`.execute(db);
    expect(rows.rows.length).toBe(expected.size);
    expect(new Map(rows.rows.map(({ id, image }) => [id, image]))).toEqual(expected);
  },
);

const callOfCopy = sql`
  select pid, wait_event_type from pg_stat_activity where datname = current_database() and query ilike 'call copy_table%'`;

async function openTransaction(db: Database): Promise<ControlledTransaction<DB>> {
  const transaction = await db.startTransaction().execute();
  onTestFinished(async () => {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  });
  return transaction;
}

/** Returns how many pages of `messages` have been copied. */
async function findCopied(db: Database): Promise<number> {
  const { rows: made } = await sql`select from pg_class where relname = 'copied_pages'`.execute(db);
  if (made.length === 0) return 0;
  const { rows } = await sql<{ pages: number }>`
    select next_page as pages from copied_pages where table_name = 'messages'`.execute(db);
  return rows[0]?.pages ?? 0;
}

async function untilCopyWaits(db: Database, fromPage: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from (${callOfCopy}) as call where wait_event_type = 'Lock'`.execute(
      db,
    );
    if (rows.length > 0 && (await findCopied(db)) >= fromPage) return;
    await wait(5);
  }
}

interface Written {
  db: Database;
  pairs: readonly string[][];
  /** The conversation whose messages are changed and deleted. */
  conversationId: string;
  /** The photo that each of these messages must have at the end. */
  expected: Map<string, string>;
}

function startWriters({ db, pairs, conversationId, expected }: Written) {
  const end = new AbortController();
  const counts = { sent: 0, refused: 0, changed: 0, deleted: 0 };
  const store = messagesStore({ db, parts: chatParts });
  const addMessage = (message: NewMessage) =>
    db.transaction().execute((trx) => store.addMessage(trx, message));

  async function send([senderId = '', receiverId = '']: readonly string[]): Promise<void> {
    while (!end.signal.aborted) {
      const id = uuidv7();
      const message = { id, clientId: randomUUID(), senderId, receiverId, text: 'Is it dry?', images: [] };
      const whole = { ...message, newConversationId: uuidv7(), postId: null, wantedId: null };
      await addMessage(whole);
      expected.set(id, 'none');
      counts.sent += 1;
      const again = await addMessage({ ...whole, id: uuidv7() }).catch((error: unknown) => error);
      expect(isDuplicate(again)).toBe(true);
      counts.refused += 1;
    }
  }

  async function change(): Promise<void> {
    for (let number = 1; !end.signal.aborted && number < 1_000; number++) {
      const row = await db
        .updateTable('messages')
        .set({ images: JSON.stringify([`photo ${number}`]) })
        .where('conversation_id', '=', conversationId)
        .where('number', '=', number)
        .returning('id')
        .executeTakeFirstOrThrow();
      expected.set(row.id, `photo ${number}`);
      counts.changed += 1;
      await wait(1);
    }
  }

  async function remove(): Promise<void> {
    for (let number = 1_000; !end.signal.aborted && number <= 2_000; number++) {
      const row = await db
        .deleteFrom('messages')
        .where('conversation_id', '=', conversationId)
        .where('number', '=', number)
        .returning('id')
        .executeTakeFirstOrThrow();
      expected.delete(row.id);
      counts.deleted += 1;
      await wait(1);
    }
  }

  const all = Promise.all([...pairs.map(send), change(), remove()]);
  // `stop` awaits the writes. Until then this handler keeps a failure from ending the process.
  all.catch(() => {});
  return {
    async stop() {
      end.abort();
      await all;
      return counts;
    },
  };
}
