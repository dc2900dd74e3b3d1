import { beforeAll, beforeEach, expect, test } from 'vitest';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { addOldPerson, decide, findCase, report } from '#test/cases.ts';
import { addPerson, postFields, scene, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { insertPeople, insertPosts } from '#test/rows.ts';
import { addStaff } from '#test/second-factor.ts';
import { testSecretKey } from '#test/session-cookie.ts';

const app = appForTests();
let moderator: Person;
beforeAll(async () => {
  moderator = await addStaff(app, 'moderator');
});
beforeEach(async () => {
  const { db } = app.database;
  await db.deleteFrom('unfinished_backfills').execute();
  await addBackfill('remember-removed-posts');
});

const addBackfill = (job: string) =>
  app.database.db.insertInto('unfinished_backfills').values({ job, open_until: new Date() }).execute();
const findBackfills = () => app.database.db.selectFrom('unfinished_backfills').selectAll().execute();

const run = (signal = new AbortController().signal) =>
  app.jobs.find(({ name }) => name === 'remember-removed-posts')?.run(signal) ??
  Promise.reject(new Error('There is no such job'));

async function addPostOf(person: Person, title: string, image: Blob): Promise<string> {
  const form = toForm(postFields({ title }), { images: [image] });
  const { data } = await person.client.call('POST /api/v1/post/create-post', { form });
  await app.services.outbox.deliver();
  return data._id;
}

const isShown = async (postId: string) => {
  const { status } = await moderator.client.send('GET /api/v1/post/:postId', { params: { postId } });
  return status === 200;
};

const findStored = async () => {
  const rows = await app.database.db.selectFrom('removed_posts').select('post_id').distinct().execute();
  return rows.map((row) => row.post_id);
};

/** Restores the state of a database before hashes were stored. */
async function forgetAll(): Promise<void> {
  await app.database.db.deleteFrom('removed_posts').execute();
}

test('copies of posts that were hidden before are hidden, once the photos have their hashes', async () => {
  const [owner, other, thief] = [
    await addPerson(app.url),
    await addPerson(app.url),
    await addPerson(app.url),
  ];
  const [image, images] = [await scene(), [await scene(), await scene()]];
  const decided = await addPostOf(owner, 'Hidden by a moderator', image);
  await report(await addOldPerson(app), 'post', decided);
  await decide(moderator, await findCase(moderator, owner, 'post'), 'hide');
  const byCommand = await addPostOf(other, 'Hidden by the operator', images[0]!);
  await owner.client.call('POST /api/v1/admin/hide-post', {
    headers: { authorization: `Bearer ${writeAdminKey([testSecretKey])}` },
    body: { postId: byCommand },
  });
  const reported = await addPostOf(other, 'Hidden by reports', images[1]!);
  for (let count = 0; count < 3; count += 1) await report(await addOldPerson(app, true), 'post', reported);
  expect(await isShown(reported)).toBe(false);
  const copy = await addPostOf(thief, 'Hidden by a moderator', image);
  expect(await isShown(copy)).toBe(false);
  await forgetAll();

  await addBackfill('hash-photos');
  await run();
  expect(await findStored()).toEqual([]);
  await app.database.db.deleteFrom('unfinished_backfills').where('job', '=', 'hash-photos').execute();
  await run();
  expect((await findStored()).toSorted()).toEqual([decided, byCommand].toSorted());
  expect(await findBackfills()).toEqual([]);
  for (const [title, photo, shown] of [
    ['Hidden by a moderator', image, false],
    ['Hidden by the operator', images[0]!, false],
    ['Hidden by reports', images[1]!, true],
  ] as const)
    expect(await isShown(await addPostOf(thief, title, photo))).toBe(shown);
});

test('many are stored in batches; a run that ends early goes on, and what is stored stays as it is', async () => {
  const { db } = app.database;
  const [author = ''] = await insertPeople(db, 1);
  const ids = await insertPosts(db, author, 150);
  await db.updateTable('posts').set({ is_hidden_by_moderation: true }).where('id', 'in', ids).execute();
  const parts = { part_1: 1, part_2: 2, part_3: 3, part_4: 4 };
  const photos = ids.map((id) => ({ name: id, post_id: id, ...parts }));
  await db.insertInto('post_photos').values(photos).execute();
  await forgetAll();
  const [first = ''] = ids;
  const own = { post_id: first, photo: first, text_hash: 'the text then', ...parts };
  await db.insertInto('removed_posts').values(own).execute();

  await expect(run(AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await findBackfills()).toHaveLength(1);
  await run();
  expect(await findStored()).toEqual(expect.arrayContaining(ids));
  const rows = await db
    .selectFrom('removed_posts')
    .select('text_hash')
    .where('post_id', '=', first)
    .execute();
  expect(rows).toEqual([{ text_hash: 'the text then' }]);
  await forgetAll();
  await run();
  expect(await findStored()).toEqual([]);
});
