import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { connect } from '../server/src/platform/db/connect.ts';
import { postsStore, type NewPost } from '../server/src/trade/posts/store.ts';
import { readJson } from './read-json.ts';

/** Writes of posts by the app's store, without the pictures that every new post brings. */
export async function servePostsStore(databaseUrl: string, poolSize: number): Promise<Server> {
  const { db } = await connect({ databaseUrl, dataDir: '', poolSize });
  const store = postsStore(db);
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'posts'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
  const columns = rows.map(({ name }) => sql.ref(name));
  const samples = await sql<NewPost>`select ${sql.join(columns)} from posts limit 1`.execute(db);
  const [sample] = samples.rows;
  if (!sample) throw new Error('There is no post.');
  const writes: Record<string, (body: never) => Promise<unknown>> = {
    '/create': ({ authorId }: { authorId: string }) =>
      store.addPost({ ...sample, id: uuidv7(), author_id: authorId, idempotency_key: null }),
    '/price': ({ id, price }: { id: string; price: number }) => store.updatePost(id, { price }),
  };
  return createServer((request, response) => {
    const write = async () => writes[request.url ?? '']?.((await readJson(request)) as never);
    write().then(
      () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}'),
      (error: unknown) => response.writeHead(500, { 'content-length': 0 }).end(console.error(error)),
    );
  });
}
