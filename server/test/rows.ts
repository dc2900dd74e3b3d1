import { randomUUID } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { messagesStore } from '#src/chat/messages/store.ts';
import { chatParts } from '#src/deals/chat-parts/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { TestClient } from './client.ts';
import { sessionCookie } from './session-cookie.ts';

export async function insertPosts(
  db: Database,
  authorId: string,
  count: number,
  changes: (index: number) => Partial<PostRow & { likes: number }> = () => ({}),
): Promise<string[]> {
  const counts: { post_id: string; likes: number; popularity: number }[] = [];
  const rows = Array.from({ length: count }, (_, index) => {
    const { likes = 0, ...changed } = changes(index);
    const row = { ...postRow(index, authorId), ...changed };
    counts.push({ post_id: row.id, likes, popularity: likes });
    return row;
  });
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('posts')
      .values(rows.slice(start, start + 500))
      .execute();
    await db
      .insertInto('post_counts')
      .values(counts.slice(start, start + 500))
      .execute();
  }
  return rows.map(({ id }) => id);
}

type PostRow = ReturnType<typeof postRow>;

function postRow(index: number, authorId: string) {
  return {
    id: uuidv7(),
    author_id: authorId,
    title: `Post ${index}`,
    description: 'Straight into the table',
    price: 30,
    price_unit: 'per kg',
    quantity: '500 quintal',
    category: 'Grains',
    crop_type: 'Wheat',
    crop_key: 'wheat',
    state: 'Punjab',
    district: 'Ludhiana',
    city: 'Khanna',
    village: 'Bahomajra',
    pincode: '141401',
    shelf_life: '1 year',
    images: '[]',
    search_text: 'wheat',
    is_available: true,
    is_organic: false,
  };
}

export async function insertMessages(db: Database, a: string, b: string): Promise<string[]> {
  const { addMessage } = messagesStore({ db, parts: chatParts });
  const ids = [uuidv7(), uuidv7()];
  for (const [index, id] of ids.entries()) {
    const [senderId, receiverId] = index === 0 ? [a, b] : [b, a];
    const text = 'Is the wheat still there?';
    const message = { id, newConversationId: uuidv7(), clientId: randomUUID(), senderId, receiverId, text };
    const whole = { ...message, images: [], postId: null, wantedId: null };
    await db.transaction().execute((trx) => addMessage(trx, whole));
  }
  return ids;
}

export async function insertPeople(db: Database, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const id = uuidv7();
    const [username, email] = [`row-${id}`, `${id}@upaj.example`];
    const created_at = new Date(Date.now() - 30 * 24 * 60 * 60_000);
    return {
      id,
      username,
      email,
      full_name: 'A Row',
      contact: '9876543210',
      user_type: 'farmer',
      created_at,
    };
  });
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('users')
      .values(rows.slice(start, start + 500))
      .execute();
  }
  return rows.map(({ id }) => id);
}

export function changeUser(db: Database, userId: string, values: Updateable<DB['users']>): Promise<unknown> {
  return db.updateTable('users').set(values).where('id', '=', userId).execute();
}

export function insertBlock(db: Database, blockerId: string, blockedId: string): Promise<unknown> {
  return db.insertInto('blocks').values({ blocker_id: blockerId, blocked_id: blockedId }).execute();
}

/** Ends the account, without the rest of what its deletion erases. */
export function markDeleted(db: Database, userId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // The lock lets this transaction and the delivery of the account's events wait for each other.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    await trx.deleteFrom('accounts').where('user_id', '=', userId).execute();
    await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    await trx.deleteFrom('registration_addresses').where('user_id', '=', userId).execute();
    await trx
      .deleteFrom('follows')
      .where((eb) => eb.or([eb('follower_id', '=', userId), eb('followed_id', '=', userId)]))
      .execute();
    await changeUser(trx, userId, { deleted_at: new Date() });
  });
}

/** The ways in which an account becomes inactive. */
export const endAccount = {
  suspended: (db: Database, userId: string) => changeUser(db, userId, { suspended_at: new Date() }),
  incomplete: (db: Database, userId: string) => changeUser(db, userId, { is_complete: false }),
  deleted: markDeleted,
};
export const endings = ['suspended', 'incomplete', 'deleted'] as const;

export interface Member {
  id: string;
  username: string;
  client: TestClient;
}

/** Inserts members without the cost of hashing passwords. */
export async function insertMembers(db: Database, url: string, count: number): Promise<Member[]> {
  const ids = await insertPeople(db, count);
  const cookies = await insertSessions(db, ids);
  return ids.map((id, index) => {
    const client = new TestClient(url);
    // Both cookies are set, because a server behind https reads only the one whose name starts with `__Host-`.
    for (const name of ['upaj.session_token', '__Host-upaj.session_token'])
      client.cookies.set(name, cookies[index] ?? '');
    return { id, username: `row-${id}`, client };
  });
}

/** Logs people in. @returns the value of each session cookie */
export async function insertSessions(db: Database, userIds: readonly string[]): Promise<string[]> {
  const expires_at = new Date(Date.now() + 24 * 60 * 60_000);
  const sessions = userIds.map((user_id) => {
    return { id: uuidv7(), token: randomUUID().replaceAll('-', ''), user_id, expires_at };
  });
  for (let start = 0; start < sessions.length; start += 500) {
    await db
      .insertInto('sessions')
      .values(sessions.slice(start, start + 500))
      .execute();
  }
  return sessions.map(({ token }) => sessionCookie(token));
}

export async function dumpTables(db: Database): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const dump: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    dump[name] = rows.map(({ row }) => row).join('\n');
  }
  return dump;
}
