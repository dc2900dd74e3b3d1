import { imageVariant } from '@upaj/contract/limits';
import type { Post } from '@upaj/contract/trade/posts';
import { beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#src/platform/db/connection.ts';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, goodPassword, photo, postFields, toForm, type Person } from '#test/factories.ts';
import { findLeftovers, photoName } from '#test/leftovers.ts';

const app = appForTests();
let farmer: Person;
let merchant: Person;
let stranger: Person;
beforeAll(async () => {
  [farmer, merchant, stranger] = await Promise.all([
    addPerson(app.url),
    addPerson(app.url, { userType: 'merchant' }),
    addPerson(app.url),
  ]);
});

async function sendPhoto(from: Person, to: Person, text = ''): Promise<string> {
  const { newMessage } = await from.client.call('POST /api/v1/messages/send-pictures/:userId', {
    params: { userId: to.account._id },
    form: toForm({ text }, { images: [await photo()] }),
  });
  return newMessage.images[0] ?? '';
}

async function statuses(url: string, ...people: Person[]): Promise<number[]> {
  const clients = [...people.map(({ client }) => client), new TestClient(app.url)];
  return Promise.all(clients.map(async (client) => (await client.fetch(url)).status));
}

test('photos of a message are served to its two people only', async () => {
  const url = await sendPhoto(farmer, merchant);
  for (const width of [320, 640, 1280]) {
    const file = imageVariant(url, width);
    expect(await statuses(file, farmer, merchant, stranger)).toEqual([200, 200, 404, 404]);
  }
  const { headers } = await merchant.client.fetch(url);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const etag = headers.get('etag') ?? '';
  const again = { headers: { 'if-none-match': etag } };
  expect((await merchant.client.fetch(url, again)).status).toBe(304);
  expect((await stranger.client.fetch(url, again)).status).toBe(404);
});

test('a block does not hide the photos of a conversation that is still shown', async () => {
  const other = await addPerson(app.url);
  const url = await sendPhoto(other, merchant);
  await merchant.client.call('POST /api/v1/blocks/:username', {
    params: { username: other.account.username },
  });
  expect(await statuses(url, other, merchant, stranger)).toEqual([200, 200, 404, 404]);
});

test('deleting an account removes its photos, but not those it received', async () => {
  const leaver = await addPerson(app.url);
  const sent = await sendPhoto(leaver, merchant);
  const withText = await sendPhoto(leaver, merchant, 'Look at this wheat');
  const received = await sendPhoto(merchant, leaver);
  await leaver.client.call('DELETE /api/v1/users/account', {
    body: { confirmation: leaver.account.username, password: goodPassword },
  });
  for (const url of [sent, withText]) expect(await statuses(url, merchant)).toEqual([404, 404]);
  expect(await statuses(received, merchant, stranger)).toEqual([200, 404, 404]);
  const { messages } = await merchant.client.call('GET /api/v1/messages/:userId', {
    params: { userId: leaver.account._id },
  });
  expect(messages.map(({ text, images }) => [text, images.length])).toEqual([
    ['', 0],
    ['Look at this wheat', 0],
    ['', 1],
  ]);
  expect(await findLeftovers(app.database.db, app.dataDir)).toEqual([]);
});

const hidden: [string, (post: Post, isHidden: boolean, trx: Transaction) => Promise<unknown>][] = [
  ['a moderator', ({ _id }, isHidden, trx) => takedown()[isHidden ? 'hidePost' : 'showPost'](_id, trx)],
  ['a suspension', (_, isHidden, trx) => takedown().setAuthorSuspended(farmer.account._id, isHidden, trx)],
];
const takedown = () => app.services.takedown;

test.each(hidden)(
  'photos of a post hidden by %s are served to its author only, until it is shown again',
  async (_, setHidden) => {
    const post = await addPost(farmer);
    const change = (isHidden: boolean) =>
      app.database.db.transaction().execute((trx) => setHidden(post, isHidden, trx));
    const url = post.images[0] ?? '';
    expect(await statuses(url, farmer, merchant)).toEqual([200, 200, 200]);
    expect((await fetch(app.url + url)).headers.get('cache-control')).toContain('public');
    await change(true);
    expect(await statuses(url, farmer, merchant)).toEqual([200, 404, 404]);
    expect((await farmer.client.fetch(url)).headers.get('cache-control')).toBe('private, no-cache');
    await change(false);
    expect(await statuses(url, farmer, merchant)).toEqual([200, 200, 200]);
  },
);

test('the end of a suspension shows no photos of posts that a moderator has hidden', async () => {
  const { _id, images } = await addPost(farmer);
  await app.database.db.transaction().execute(async (trx) => {
    await takedown().hidePost(_id, trx);
    await takedown().setAuthorSuspended(farmer.account._id, true, trx);
    await takedown().setAuthorSuspended(farmer.account._id, false, trx);
  });
  expect(await statuses(images[0] ?? '', farmer, merchant)).toEqual([200, 404, 404]);
});

test('a photo added to a hidden post is private too', async () => {
  const post = await addPost(farmer);
  await app.database.db.transaction().execute((trx) => takedown().hidePost(post._id, trx));
  const { data } = await farmer.client.call('PATCH /api/v1/post/:postId', {
    params: { postId: post._id },
    form: toForm(postFields(), { images: [await photo()] }),
  });
  expect(data.images).toHaveLength(2);
  for (const url of data.images) expect(await statuses(url, farmer, merchant)).toEqual([200, 404, 404]);
});

test('a photo that no row uses is served to no one', async () => {
  const { images } = await addPost(farmer);
  const url = images[0] ?? '';
  await app.database.db
    .insertInto('unclaimed_media')
    .values({ name: photoName(url) })
    .execute();
  expect(await statuses(url, farmer, merchant)).toEqual([404, 404, 404]);
  await app.database.db.deleteFrom('unclaimed_media').execute();
});
