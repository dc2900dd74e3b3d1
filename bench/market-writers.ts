import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connect.ts';
import { sessionCookie } from '../server/test/session-cookie.ts';

/** So many that no limit per person is reached; without a common divisor with the number of posts but 2. */
const writersAtMost = 1998;

export interface Writer {
  id: string;
  username: string;
  cookie: string;
  /** A post of theirs. */
  postId: string;
}

export interface Market {
  writers: readonly Writer[];
  postIds: readonly string[];
}

/** Sellers with a post each, logged in. */
export async function openMarket(db: Database): Promise<Market> {
  const { rows: sellers } = await sql<{ id: string; username: string; postId: string }>`
    select users.id, username, max(posts.id::text) as "postId" from users join posts on author_id = users.id and is_available
    group by users.id order by users.id limit ${writersAtMost}`.execute(db);
  const expires_at = new Date(Date.now() + 24 * 3_600_000);
  const tokens = sellers.map(() => randomBytes(16).toString('hex'));
  const sessions = sellers.map(({ id }, index) => {
    return { id: randomUUID(), token: tokens[index] ?? '', user_id: id, expires_at };
  });
  for (let start = 0; start < sessions.length; start += 500) {
    await db
      .insertInto('sessions')
      .values(sessions.slice(start, start + 500))
      .execute();
  }
  const writers = sellers.map((seller, index): Writer => {
    return { ...seller, cookie: `upaj.session_token=${sessionCookie(tokens[index] ?? '')}` };
  });
  const { rows: posts } = await sql<{ id: string }>`select id from posts order by id`.execute(db);
  return {
    writers: writers.slice(0, writers.length - (writers.length % 2)),
    postIds: posts.map(({ id }) => id),
  };
}

export function nth<T>(list: readonly T[], number: number): T {
  const item = list[number % list.length];
  if (item === undefined) throw new Error('An empty list');
  return item;
}
