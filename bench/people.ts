import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connection.ts';
import { addPerson } from '../server/test/factories.ts';
import { insertPeople, insertSessions } from '../server/test/rows.ts';
import { addLikesOf } from './data-sql.ts';

/** With up to this many writers, each writes so little that none reaches a limit per person. */
const writersAtMost = 1998;

export interface LoggedIn {
  id: string;
  cookie: string;
}

export interface Writer extends LoggedIn {
  username: string;
  /** The id of a post of the writer. */
  postId: string;
}

export interface Market {
  writers: readonly Writer[];
  postIds: readonly string[];
}

/** Logs in sellers who have a post that is for sale. */
export async function openMarket(db: Database): Promise<Market> {
  const { rows: sellers } = await sql<{ id: string; username: string; postId: string }>`
    select users.id, username, max(posts.id::text) as "postId" from users join posts on author_id = users.id and is_available
    group by users.id order by users.id limit ${writersAtMost}`.execute(db);
  const writers = await logIn(db, sellers);
  const posts = await db.selectFrom('posts').select('id').orderBy('id').execute();
  return {
    writers: writers.slice(0, writers.length - (writers.length % 2)),
    postIds: posts.map(({ id }) => id),
  };
}

export async function addUsers(db: Database, count: number): Promise<LoggedIn[]> {
  const ids = await insertPeople(db, count);
  return logIn(
    db,
    ids.map((id) => ({ id })),
  );
}

async function logIn<T extends { id: string }>(db: Database, people: readonly T[]) {
  const ids = people.map(({ id }) => id);
  const cookies = await insertSessions(db, ids);
  return people.map((person, index) => ({ ...person, cookie: `upaj.session_token=${cookies[index]}` }));
}

/** Registers a user. If the database is given, the user has liked some posts. */
export async function registerViewer(port: number, db?: Database): Promise<LoggedIn> {
  const { client, account } = await addPerson(`http://127.0.0.1:${port}`);
  if (db) await addLikesOf(db, account._id);
  return { id: account._id, cookie: client.cookieHeader };
}

export function nth<T>(list: readonly T[], number: number): T {
  const item = list[number % list.length];
  if (item === undefined) throw new Error('An empty list');
  return item;
}
