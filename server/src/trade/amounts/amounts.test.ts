import type { Post } from '@upaj/contract/trade/posts';
import { beforeAll, expect, test } from 'vitest';
import { addPerson, postFields, scene, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';
import { makeOffer, respond } from '#test/offer-calls.ts';
import { insertMembers, insertPosts, type Member } from '#test/rows.ts';

const app = appForTests();
let farmer: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
});

const tamil = {
  title: 'புதிய மஞ்சள்',
  cropType: 'மஞ்சள்',
  quantity: '௨௦ குவிண்டால்',
  shelLife: '6 மாதம்',
  minorderQunatity: '2 மூட்டை',
  packaging: 'சணல் மூட்டை, 50 கிலோ',
};

const read = {
  quantity: { number: 20, unit: 'quintal' },
  shelLife: { number: 6, unit: 'month' },
  minorderQunatity: { number: 2, unit: 'bag' },
  packaging: { code: 'jute-bag', number: 50, unit: 'kg' },
};

async function addPost(fields: Record<string, string>): Promise<Post> {
  const form = toForm(postFields(fields), { images: [await scene()] });
  return (await farmer.client.call('POST /api/v1/post/create-post', { form })).data;
}

async function editPost({ _id: postId }: Post, fields: Record<string, string>): Promise<Post> {
  const call = { params: { postId }, form: toForm(fields) };
  return (await farmer.client.call('PATCH /api/v1/post/:postId', call)).data;
}

async function readPost(postId: string): Promise<Post> {
  return (await farmer.client.call('GET /api/v1/post/:postId', { params: { postId } })).data;
}

const run = () =>
  app.jobs.find(({ name }) => name === 'read-amounts')?.run(new AbortController().signal) ??
  Promise.reject(new Error('There is no such job'));

test('a post has its texts as written, and beside them the crop’s id, numbers, units and codes', async () => {
  const post = await addPost(tamil);
  const { cropType, quantity, shelLife, minorderQunatity, packaging } = tamil;
  const expected = {
    cropType,
    cropKey: 'turmeric',
    quantity,
    specifications: { shelLife, minorderQunatity, packaging },
    amounts: read,
  };
  expect(post).toMatchObject(expected);
  const feed = await farmer.client.call('GET /api/v1/post/feed', { query: { cropType: 'Turmeric' } });
  expect(feed.data).toMatchObject([expected]);
});

test('what cannot be read is null, and an edit can correct it', async () => {
  const post = await addPost({ ...tamil, quantity: '20 kg a day', shelLife: 'Live', packaging: '' });
  const amounts = { ...read, quantity: null, shelLife: null, packaging: null };
  expect(post.amounts).toEqual(amounts);
  const fields = postFields({ ...tamil, quantity: '20 kg', shelLife: '2-3 weeks', packaging: '' });
  expect((await editPost(post, fields)).amounts).toEqual({
    ...amounts,
    quantity: { number: 20, unit: 'kg' },
    shelLife: { number: 2, upTo: 3, unit: 'week' },
  });
});

test('an edit without the quantity keeps its number', async () => {
  const post = await addPost(tamil);
  const { quantity: _, ...fields } = postFields({ ...tamil, packaging: 'loose' });
  expect((await editPost(post, fields)).amounts).toEqual({ ...read, packaging: { code: 'loose' } });
});

test('the amounts of older posts are read in batches', async () => {
  const { db } = app.database;
  await db.deleteFrom('posts').execute();
  const [first = '', ...others] = await insertPosts(db, farmer.account._id, 401, (index) => ({
    quantity: index === 0 ? 'lots' : `${index} பெட்டி`,
    shelf_life: '२ हफ्ते',
    packaging: '50 kg gunny bags',
  }));
  expect((await readPost(first)).amounts).toBeNull();
  await run();
  const amounts = {
    shelLife: { number: 2, unit: 'week' },
    minorderQunatity: null,
    packaging: { code: 'jute-bag', number: 50, unit: 'kg' },
  };
  expect((await readPost(first)).amounts).toEqual({ quantity: null, ...amounts });
  const last = others.at(-1) ?? '';
  expect((await readPost(last)).amounts).toEqual({ quantity: { number: 400, unit: 'box' }, ...amounts });
  const left = db.selectFrom('posts').select('id').where('amounts', 'is', null);
  expect(await left.execute()).toEqual([]);
});

test('texts that the release before changes are read again', async () => {
  const post = await addPost(tamil);
  const { db } = app.database;
  await db.updateTable('posts').set({ quantity: '5 tonne' }).where('id', '=', post._id).execute();
  expect((await readPost(post._id)).amounts).toBeNull();
  await run();
  expect((await readPost(post._id)).amounts).toEqual({ ...read, quantity: { number: 5, unit: 'tonne' } });
});

test('a deal takes from the number and the text', async () => {
  const { _id: postId } = await addPost({ ...tamil, quantity: '50 கிலோ 10 மூட்டை' });
  const [buyer] = (await insertMembers(app.database.db, app.url, 1)) as [Member];
  const terms = { quantity: 200, unit: 'kg', price: '30', priceUnit: 'per kg' };
  await respond(farmer, 'accept', await makeOffer(buyer, postId, terms));
  expect(await readPost(postId)).toMatchObject({
    quantity: '50 கிலோ 6 மூட்டை',
    amounts: { ...read, quantity: { number: 6, unit: 'bag', each: { number: 50, unit: 'kg' } } },
  });
});
