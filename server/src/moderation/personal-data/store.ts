import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { userColumns } from '#src/people/personal-data.ts';
import type { Database } from '#src/platform/db/connect.ts';
import type { PersonalTable, TableName } from '#src/platform/db/personal-table.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import { personalTables } from './register.ts';

interface Alongside {
  /** Before rows are deleted. */
  leave(trx: Database): Promise<void>;
  release(urls: string[], trx: Database): Promise<void>;
}

/** One order for all deletions, so that they do not deadlock. */
const tables = Object.keys(personalTables).sort() as TableName[];

const counted = new Set<TableName>(['posts', 'likes', 'comments', 'follows']);

export function personalDataStore(db: Database) {
  return {
    async findPerson(userId: string): Promise<{ username: string; email: string } | undefined> {
      return db
        .selectFrom('users')
        .select(['username', 'email'])
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    },

    async findAll(userId: string): Promise<{ rows: Record<string, string>; pictures: string[] }> {
      const hidden = Object.entries(userColumns).filter(([, { isExported }]) => !isExported);
      const parts = [
        listOf(
          'users',
          ['id'],
          userId,
          hidden.map(([name]) => name),
        ),
      ];
      for (const table of tables) {
        const { secrets, through } = personalTables[table];
        const owners = ownersOf(table);
        if (owners.length > 0 || through) parts.push(listOf(table, owners, userId, secrets, through));
      }
      const shown = sql`(select coalesce(json_agg(url), '[]') from (${picturesOf(userId)}) pictures (url))`;
      const { rows } = await sql<Record<string, string> & { pictures: string[] }>`
        select ${sql.join(parts)}, ${shown} as pictures`.execute(db);
      const { pictures = [], ...lists } = rows[0] ?? {};
      return { rows: lists as Record<string, string>, pictures: pictures as string[] };
    },

    /**
     * Locks people by id, then posts, then likes. If others lock in another order, this transaction times out
     * before the deadlock detector picks a victim, and retries.
     */
    async eraseAccount(userId: string, alongside: Alongside): Promise<void> {
      for (let tries = 1; ; tries += 1) {
        try {
          await db.transaction().execute((trx) => erase(trx, userId, alongside));
          return;
        } catch (error) {
          const isRetryable = error === newFollower || lockErrors.has((error as { code?: string }).code);
          if (!isRetryable || tries === 30) throw error;
          await sleep(Math.random() * 20 * tries);
        }
      }
    },
  };
}

export type PersonalDataStore = ReturnType<typeof personalDataStore>;

function ownersOf(table: TableName): string[] {
  return Object.entries(personalTables[table].people).flatMap(([column, { isExported }]) =>
    isExported ? [column] : [],
  );
}

function isOfOne(owners: readonly string[], userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(
    owners.map((column) => sql`${sql.ref(column)} = ${userId}::uuid`),
    sql` or `,
  )})`;
}

function listOf(
  table: string,
  owners: readonly string[],
  userId: string,
  secrets: readonly string[] = [],
  through?: PersonalTable['through'],
) {
  return sql`(select coalesce(json_agg(to_jsonb(t) - ${[...secrets]}::text[]), '[]')::text
    from ${sql.table(table)} t where ${through ? isThrough(through, userId) : isOfOne(owners, userId)}) as ${sql.ref(table)}`;
}

function isThrough({ table, column, exceptKind }: NonNullable<PersonalTable['through']>, userId: string) {
  const isTheirs = sql`${sql.ref(column)} in (select id from ${sql.table(table)} where ${isOfOne(ownersOf(table), userId)})`;
  return exceptKind ? sql`${isTheirs} and kind <> ${exceptKind}` : isTheirs;
}

const conversationsOf = (userId: string) =>
  sql`select id from conversations where low_id = ${userId}::uuid or high_id = ${userId}::uuid`;

function picturesOf(userId: string) {
  return sql`
    select image ->> 'url' from posts, jsonb_array_elements(images) image where author_id = ${userId}::uuid
    union all
    select unnest(array_remove(array[avatar, cover_image], null)) from users where id = ${userId}::uuid
    union all
    select image ->> 'url' from messages, jsonb_array_elements(images) image
    where conversation_id in (${conversationsOf(userId)})`;
}

const newFollower = new Error('somebody followed meanwhile');
const lockErrors = new Set<string | undefined>(['55P03', '40P01']);

async function erase(trx: Database, userId: string, { leave, release }: Alongside): Promise<void> {
  // Half of PostgreSQL's deadlock_timeout.
  await sql`set local lock_timeout = '500ms'`.execute(trx);
  const person = await lockPeople(trx, userId);
  if (!person || person.isDeleted) return;
  await leave(trx);
  const urls = await removePostsAndReactions(trx, userId);
  urls.push(...(await findMessagePictures(trx, userId)));
  await removeFollows(trx, userId);
  for (const table of tables) await clear(trx, table, userId);
  await sql`delete from verifications where identifier in
    (${`reset-password:${userId}`}, ${`verify-email:${userId}`})`.execute(trx);
  await trx.updateTable('users').set(tombstoneOf(userId)).where('id', '=', userId).execute();
  await release([...urls, ...person.pictures], trx);
}

async function removePostsAndReactions(trx: Database, userId: string): Promise<string[]> {
  await sql`select id from posts
    where author_id = ${userId} or id in (
      select post_id from likes where user_id = ${userId}
      union select post_id from comments where author_id = ${userId})
    order by id for update`.execute(trx);
  await sql`with removed as (delete from likes where user_id = ${userId} returning post_id)
    update post_counts set likes = likes - 1 where post_id in (select post_id from removed)`.execute(trx);
  await sql`with removed as (delete from comments where author_id = ${userId} returning post_id, removed_at),
    lost as (select post_id, count(*)::int as comments from removed where removed_at is null group by post_id)
    update post_counts set comments = post_counts.comments - lost.comments from lost
    where post_counts.post_id = lost.post_id`.execute(trx);
  const { rows } = await sql<{ images: StoredImage[] }>`
    delete from posts where author_id = ${userId} returning images`.execute(trx);
  return rows.flatMap(({ images }) => images.map(({ url }) => url));
}

async function findMessagePictures(trx: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select image ->> 'url' as url from messages, jsonb_array_elements(images) image
    where sender_id = ${userId}::uuid`.execute(trx);
  return rows.map(({ url }) => url);
}

async function lockPeople(trx: Database, userId: string) {
  const others = sql`(
    select followed_id from follows where follower_id = ${userId}::uuid
    union select follower_id from follows where followed_id = ${userId}::uuid)`;
  const lockOthers = (side: '<' | '>') =>
    sql<{ id: string }>`select id from users where id in ${others} and id ${sql.raw(side)} ${userId}::uuid
      order by id for no key update`.execute(trx);
  const before = await lockOthers('<');
  const own = await sql<{ isDeleted: boolean; pictures: string[] }>`
    select deleted_at is not null as "isDeleted", array_remove(array[avatar, cover_image], null) as pictures
    from users where id = ${userId}::uuid for update`.execute(trx);
  const after = await lockOthers('>');
  const locked = new Set([...before.rows, ...after.rows].map(({ id }) => id));
  const now = await sql<{ id: string }>`select id from ${others} others (id)`.execute(trx);
  if (now.rows.some(({ id }) => !locked.has(id))) throw newFollower;
  return own.rows[0];
}

async function removeFollows(trx: Database, userId: string): Promise<void> {
  await sql`
    with removed as (
      delete from follows where follower_id = ${userId} or followed_id = ${userId}
      returning follower_id, followed_id
    ), lost as (
      select person, sum(followers)::int as followers, sum(following)::int as following from (
        select followed_id as person, 1 as followers, 0 as following from removed
        union all select follower_id, 0, 1 from removed
      ) sides group by person
    )
    update users set followers_count = followers_count - lost.followers,
      following_count = following_count - lost.following
    from lost where users.id = lost.person`.execute(trx);
}

async function clear(trx: Database, table: TableName, userId: string): Promise<void> {
  if (counted.has(table)) return;
  for (const [column, { onDeletion }] of Object.entries(personalTables[table].people)) {
    const isTheirs = sql`${sql.ref(column)} = ${userId}::uuid`;
    if (onDeletion === 'erased') await sql`delete from ${sql.table(table)} where ${isTheirs}`.execute(trx);
    else if (onDeletion !== 'retained') {
      const emptied = Object.entries(onDeletion.emptied);
      const values = emptied.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      const isFilled = emptied.map(([name, value]) => sql`${sql.ref(name)} <> ${value}`);
      await sql`update ${sql.table(table)} set ${sql.join(values)}
        where ${isTheirs} and (${sql.join(isFilled, sql` or `)})`.execute(trx);
    }
  }
}

function tombstoneOf(userId: string): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, { becomes }] of Object.entries(userColumns)) {
    if (becomes === 'retained') continue;
    row[name] = 'fromId' in becomes ? becomes.fromId(userId) : becomes.value;
  }
  const now = new Date();
  return { ...row, deleted_at: now, updated_at: now };
}
