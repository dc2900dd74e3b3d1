import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { Pool } from 'pg';
import { dealTables, dealTransactions } from './deal-limits.ts';
import type { Action } from './write-requests.ts';

/** Copies with the fewest indexes that could do. `limit_posts` has three. */
const tables = `
  create table limit_posts (like posts including defaults) with (fillfactor = 80);
  insert into limit_posts select posts.* from posts;
  alter table limit_posts add primary key (id), add likes integer not null default 0,
    add comments integer not null default 0;
  create index on limit_posts (author_id, id);
  create index on limit_posts (price_rank, id);
  create table limit_users (id uuid primary key, followers integer not null default 0,
    following integer not null default 0) with (fillfactor = 80);
  insert into limit_users (id) select id from users;
  create table limit_likes (user_id uuid, post_id uuid, created_at timestamptz default now(),
    primary key (user_id, post_id));
  create table limit_follows (follower_id uuid, followed_id uuid, created_at timestamptz default now(),
    primary key (follower_id, followed_id));
  create table limit_comments (id uuid primary key, post_id uuid, author_id uuid, text text,
    created_at timestamptz default now());
  create index on limit_comments (post_id, id);
  create table limit_conversations (low_id uuid, high_id uuid, last_number integer not null,
    unseen integer not null, last_at timestamptz not null, primary key (low_id, high_id)) with (fillfactor = 75);
  create table limit_messages (id uuid primary key, sender_id uuid, receiver_id uuid, number integer, text text,
    created_at timestamptz default now());
  create index on limit_messages (sender_id, receiver_id, number);
  ${dealTables}`;

type DealAction = keyof typeof dealTransactions;
const isDeal = (action: Action): action is DealAction => action in dealTransactions;

/** One statement each, by hand. */
function statements(columns: readonly string[]): Record<Exclude<Action, DealAction>, string> {
  const own = ['id', 'author_id'];
  const copied = columns.filter((column) => !own.includes(column)).join(', ');
  return {
    like: `with added as (
        insert into limit_likes (user_id, post_id) values ($1, $2) on conflict do nothing returning post_id)
      update limit_posts set likes = likes + 1 where id = (select post_id from added) returning likes`,
    create: `insert into limit_posts (id, author_id, ${copied})
      select $1, $2, ${copied} from limit_sample`,
    price: 'update limit_posts set price = $2, price_rank = $2, updated_at = now() where id = $1',
    availability: 'update limit_posts set is_available = $2, updated_at = now() where id = $1',
    comment: `with added as (
        insert into limit_comments (id, post_id, author_id, text) values ($1, $2, $3, $4) returning post_id)
      update limit_posts set comments = comments + 1 where id = (select post_id from added)`,
    follow: `with added as (
        insert into limit_follows (follower_id, followed_id) values ($1, $2) on conflict do nothing returning *)
      update limit_users set followers = followers + (id = followed_id)::int,
        following = following + (id = follower_id)::int
      from added where id in (follower_id, followed_id)`,
    message: `with met as (
        insert into limit_conversations (low_id, high_id, last_number, unseen, last_at)
        values (least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), 1, 1, now())
        on conflict (low_id, high_id) do update set last_number = limit_conversations.last_number + 1,
          unseen = limit_conversations.unseen + 1, last_at = now()
        returning last_number)
      insert into limit_messages (id, sender_id, receiver_id, number, text)
      select $1, $2::uuid, $3::uuid, last_number, $4 from met returning number`,
  };
}

export async function makeLimitTables(databaseUrl: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(tables);
  await pool.query('create table limit_sample as select * from limit_posts limit 1');
  await pool.query('vacuum analyze');
  await pool.end();
}

async function transact(pool: Pool, action: DealAction, values: unknown[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const statements = dealTransactions[action](values);
    for (const [index, [text, parameters]] of statements.entries())
      await client.query({ name: `${action}-${index}`, text, values: [...parameters] });
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Prepared statements without session, validation, notification or foreign key: one for each write, and a transaction for those
 * of deals.
 */
export async function serveWriteLimits(databaseUrl: string, max: number): Promise<Server> {
  const pool = new Pool({ connectionString: databaseUrl, max });
  const { rows } = await pool.query<{ name: string }>(`
    select attname as name from pg_attribute
    where attrelid = 'limit_posts'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  const texts = statements(rows.map(({ name }) => name));
  return serveWrites((name, values: unknown[]) => {
    const action = name as Action;
    return isDeal(action)
      ? transact(pool, action, values)
      : pool.query({ name: action, text: texts[action], values });
  });
}

/** Calls `write` with the path and the JSON of each request. */
export function serveWrites<Body>(write: (name: string, body: Body) => Promise<unknown>): Server {
  return createServer((request, response) => {
    json(request)
      .then((body) => write(request.url?.slice(1) ?? '', body as Body))
      .then(
        () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}'),
        (error: unknown) => response.writeHead(500, { 'content-length': 0 }).end(console.error(error)),
      );
  });
}
