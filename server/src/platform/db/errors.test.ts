import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addPerson, addPost } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';

const app = appForTests();

test('a database without space is an outage, with a message and Retry-After', async () => {
  const person = await addPerson(app.url);
  const { _id: postId } = await addPost(person);
  await sql`create function fail_without_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    app.database.db,
  );
  await sql`create trigger fails before insert on likes execute function fail_without_space()`.execute(
    app.database.db,
  );
  const like = await person.client.send('POST /api/v1/like/like/:postId', { params: { postId } });
  expect(like).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE' } });
  expect(like.headers.get('retry-after')).toBe('5');
  expect((await person.client.send('GET /api/v1/post/feed')).status).toBe(200);
});
