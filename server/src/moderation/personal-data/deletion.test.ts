import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EndpointKey } from '@upaj/contract/endpoints';
import { expect, test } from 'vitest';
import type { TableName } from '#src/platform/db/personal-table.ts';
import { startTestApp } from '#test/app.ts';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, goodPassword, photo, postFields, toForm, type Person } from '#test/factories.ts';
import { countPhotoRows, findLeftovers, listFiles, photoName } from '#test/leftovers.ts';
import { offerForm } from '#test/offer-calls.ts';
import { dumpTables, insertMembers, insertMessages } from '#test/rows.ts';
import { findWrongCounters, addPersonWithAllData, traces } from '#test/person-with-all-data.ts';
import { personalTables } from './register.ts';

const remove = 'DELETE /api/v1/users/account';
const currentUser = 'GET /api/v1/users/current-user';

const app = appForTests();

const deletion = ({ account }: Person, password: string | undefined = goodPassword) => ({
  body: { confirmation: account.username, password },
});

/** A moderator decided about the person, so some rows stay for 180 days. Then the job deletes them. */
async function expectOnlyRetained(id: string): Promise<void> {
  const { db } = app.database;
  const dump = await dumpTables(db);
  const holding = Object.keys(dump).filter((table) => dump[table]?.includes(traces.fullName));
  expect(holding.toSorted()).toEqual(['case_evidence', 'cases', 'reports']);
  for (const [name, text] of Object.entries(traces))
    if (name !== 'fullName') expect(dump['case_evidence']).not.toContain(text);
  const rows = db.selectFrom('former_accounts').selectAll().where('user_id', '=', id);
  expect(JSON.stringify(await rows.execute())).not.toContain(traces.contact);
  await db.updateTable('former_accounts').set({ until: new Date() }).where('user_id', '=', id).execute();
  const job = app.jobs.find(({ name }) => name === 'end-former-accounts');
  await job?.run(new AbortController().signal);
  expect(await rows.execute()).toEqual([]);
}

test('removes every trace of the person, and changes no one else’s data', async () => {
  const { person, friend, enemy, post, friendsPost, messages, urls } = await addPersonWithAllData(app);
  const { _id: id, username, email } = person.account;
  await friend.client.call('GET /api/v1/post/feed');
  await app.services.deliveries.send();
  await person.client.call(remove, deletion(person));
  await expectOnlyRetained(id);
  // Deletes the photo of the request for the badge, which does not stay for seven days as other photos do.
  await app.services.media.sweep(0);

  // This table is left out: it has names of photos, which say nothing about a person and are needed to delete the
  // files.
  const { unclaimed_media: _, ...dump } = await dumpTables(app.database.db);
  const names = [...Object.values(traces), username, email, post._id, 'Qandhari', ...urls.map(photoName)];
  const holding = Object.entries(dump).flatMap(([table, text]) =>
    names.filter((name) => text.includes(name)).map((name) => `${table}: ${name}`),
  );
  expect(holding).toEqual([]);
  expect(await findLeftovers(app.database.db, app.dataDir)).toEqual([]);
  expect(await findWrongCounters(app)).toEqual([]);
  const mails = (await listFiles(app.dataDir)).filter((file) => file.includes('mail/'));
  expect(mails.length).toBeGreaterThanOrEqual(3);
  for (const mail of mails) expect(await readFile(join(app.dataDir, mail), 'utf8')).not.toContain(email);

  for (const table of Object.keys(personalTables) as TableName[]) {
    if (table === 'former_accounts') continue;
    const rows: Record<string, unknown>[] = await app.database.db
      .selectFrom(table as 'posts')
      .selectAll()
      .execute();
    for (const [column, { onDeletion }] of Object.entries(personalTables[table].people)) {
      const left = rows.filter((row) => row[column] === id);
      if (onDeletion === 'erased') expect([table, column, left]).toEqual([table, column, []]);
      else expect([table, column, left.length > 0]).toEqual([table, column, true]);
      if (typeof onDeletion === 'object')
        for (const row of left)
          for (const [name, empty] of Object.entries(onDeletion.emptied))
            expect([table, name, row[name]]).toEqual([table, name, empty === '[]' ? [] : empty]);
    }
    expect(JSON.stringify(rows.map((row) => row['identifier'] ?? ''))).not.toContain(id);
  }
  const row = await app.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  expect(row).toMatchObject({ full_name: 'Deleted account', aadhaar_last4: null, aadhaar_fingerprint: null });
  expect(row?.deleted_at).toBeTruthy();

  const remaining = await app.database.db.selectFrom('messages').select('id').execute();
  expect(remaining.map((message) => message.id).sort()).toEqual(messages.sort());
  const feed = await friend.client.call('GET /api/v1/post/feed');
  expect(feed.data.map(({ _id }) => _id)).toEqual([friendsPost._id]);
  expect(feed.data[0]?.likesCount).toBe(0);
  const { data: friendNow } = await friend.client.call('GET /api/v1/users/profile');
  expect(friendNow).toMatchObject({ followersCount: 0, followingCount: 0, rating: 4 });
  const params = { username: friend.account.username };
  const { data: reviews } = await friend.client.call('GET /api/v1/reviews/:username', { params });
  expect(reviews).toMatchObject([{ reviewerName: 'Deleted account', comment: '', rating: 4 }]);
  await enemy.client.call(currentUser);
});

test('ends every session at once, clears the cookies, and frees the name and the address', async () => {
  const person = await addPerson(app.url, { adharNo: '112233445566' });
  const { username, email } = person.account;
  const elsewhere = new TestClient(app.url);
  const credentials = { body: { email, password: goodPassword } };
  await elsewhere.call('POST /api/v1/users/login', credentials);
  await elsewhere.call(currentUser);
  const thief = person.client.at(app.url);
  await person.client.call(remove, deletion(person));
  expect(person.client.cookies.get('upaj.session_token') || undefined).toBeUndefined();
  for (const client of [elsewhere, thief]) expect((await client.fail(currentUser)).statusCode).toBe(401);
  const failure = await elsewhere.fail('POST /api/v1/users/login', credentials);
  expect(failure.code).toBe('INVALID_CREDENTIALS');
  const again = await addPerson(app.url, { username, email, adharNo: '112233445566' });
  expect(again.account.username).toBe(username);
});

test('requires the username and the right password, and affects no other account', async () => {
  const [person, other] = [await addPerson(app.url), await addPerson(app.url)];
  const { username } = person.account;
  const cases = [
    [{ confirmation: other.account.username, password: goodPassword }, 'confirmation', 'confirmationWrong'],
    [{ confirmation: username.toUpperCase(), password: goodPassword }, 'confirmation', 'confirmationWrong'],
    [{ confirmation: username, password: 'not-this-one' }, 'password', 'currentPasswordWrong'],
    [{ confirmation: username }, 'password', 'currentPasswordWrong'],
  ] as const;
  for (const [body, field, key] of cases)
    expect(await person.client.fail(remove, { body })).toMatchObject({
      statusCode: 422,
      errors: [{ field, key }],
    });
  await person.client.call(remove, deletion(person));
  await other.client.call(currentUser);
});

test('requires no password for an account without one', async () => {
  const person = await addPerson(app.url);
  await app.database.db
    .updateTable('accounts')
    .set({ provider_id: 'google', account_id: 'g-3', password: null })
    .where('user_id', '=', person.account._id)
    .execute();
  await person.client.call(remove, { body: { confirmation: person.account.username } });
  expect((await person.client.fail(currentUser)).statusCode).toBe(401);
});

test('while others follow, like and review, every count matches its rows', async () => {
  const { db } = app.database;
  const members = await insertMembers(db, app.url, 8);
  const leaving = [await addPerson(app.url), await addPerson(app.url), await addPerson(app.url)];
  const staying = await addPerson(app.url);
  const posts = await Promise.all([...leaving, staying].map((person) => addPost(person)));
  for (const { id } of members) for (const { account } of leaving) await insertMessages(db, id, account._id);
  const everybody = [
    ...members.map(({ client, username }) => ({ client, username })),
    ...leaving.map(({ client, account }) => ({ client, username: account.username })),
  ];
  const over = new AbortController();
  const act = async ({ client, username }: (typeof everybody)[number]): Promise<number[]> => {
    const statuses: number[] = [];
    const send = async (key: EndpointKey, params: Record<string, string>, body?: object) => {
      if (!over.signal.aborted) statuses.push((await client.send(key, { params, body })).status);
    };
    const others = leaving.filter(({ account }) => account.username !== username);
    while (!over.signal.aborted) {
      for (const { account } of others) {
        const params = { username: account.username };
        await send('POST /api/v1/follow/follow/:username', params);
        await send('POST /api/v1/reviews/:username', params, {
          rating: 5,
          comment: 'Good grain, fair price',
        });
        await send('DELETE /api/v1/follow/unfollow/:username', params);
        await send('POST /api/v1/follow/follow/:username', params);
      }
      for (const { _id: postId } of posts) {
        await send('POST /api/v1/like/like/:postId', { postId });
        await send('DELETE /api/v1/like/unlike/:postId', { postId });
        await send('POST /api/v1/like/like/:postId', { postId });
      }
    }
    return statuses;
  };
  const storm = everybody.map(act);
  const deletions = leaving.map((person) => person.client.send(remove, deletion(person)));
  const deleted = await Promise.all(deletions).finally(() => over.abort());
  const statuses = await Promise.all(storm);
  expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200]);
  // Only calls of members are checked, because deleted users may lose their session during a call.
  const ofMembers = statuses.slice(0, members.length).flat();
  expect(ofMembers.length).toBeGreaterThan(members.length);
  expect(ofMembers.filter((status) => status >= 500)).toEqual([]);
  expect(await findWrongCounters(app)).toEqual([]);
  const gone = leaving.map(({ account }) => account._id);
  const left = await Promise.all([
    db.selectFrom('posts').select('id').where('author_id', 'in', gone).execute(),
    db.selectFrom('likes').select('post_id').where('user_id', 'in', gone).execute(),
    db
      .selectFrom('follows')
      .selectAll()
      .where((eb) => eb.or([eb('follower_id', 'in', gone), eb('followed_id', 'in', gone)]))
      .execute(),
  ]);
  expect(left).toEqual([[], [], []]);
});

test('later writes of a request under way are refused', async () => {
  const { db } = app.database;
  const person = await addPerson(app.url);
  const { _id: postId } = await addPost(await addPerson(app.url));
  await person.client.call(remove, deletion(person));
  const row = { user_id: person.account._id, post_id: postId };
  await expect(db.insertInto('likes').values(row).execute()).rejects.toMatchObject({ code: '23503' });
});

test('a process that still has the session of a deleted account in memory refuses its writes', async () => {
  const person = await addPerson(app.url, { userType: 'merchant' });
  const { _id: postId } = await addPost(await addPerson(app.url));
  const elsewhere = await startTestApp({ db: app.database.db });
  try {
    const client = person.client.at(elsewhere.url);
    await client.call(currentUser);
    await person.client.call(remove, deletion(person));
    const images = [await photo()];
    const writes: [EndpointKey, Parameters<TestClient['send']>[1]][] = [
      ['POST /api/v1/post/create-post', { form: toForm(postFields(), { images }) }],
      ['POST /api/v1/saved-searches', { body: { q: 'wheat' } }],
      ['POST /api/v1/reports', { body: { kind: 'post', targetId: postId, reason: 'spam', details: '' } }],
      ['PATCH /api/v1/users/avatar', { form: toForm({}, { avatar: images }) }],
      ['PUT /api/v1/users/language', { body: { language: 'hi' } }],
      ['PATCH /api/v1/users/privacy', { body: { isContactHidden: true, hasPublicPage: true } }],
      ['PUT /api/v1/users/upi', { body: { upiId: 'former@okaxis', password: goodPassword } }],
    ];
    for (const [key, sent] of writes)
      expect([key, (await client.send(key, sent)).status]).toEqual([key, 401]);
    const offer = { body: offerForm(postId) };
    expect((await client.fail('POST /api/v1/offers', offer)).statusCode).toBeLessThan(500);
    expect(await findWrongCounters(app)).toEqual([]);
    expect((await countPhotoRows(app.database.db)).unclaimed).toBe(0);
  } finally {
    await elsewhere.close();
  }
});

test('concurrent deletions delete once', async () => {
  const person = await addPerson(app.url);
  await addPost(person);
  const answers = await Promise.all([1, 2].map(() => person.client.send(remove, deletion(person))));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
  expect(await findWrongCounters(app)).toEqual([]);
  expect(await findLeftovers(app.database.db, app.dataDir)).toEqual([]);
});
