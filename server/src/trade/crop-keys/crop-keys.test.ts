import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { insertPosts } from '#test/rows.ts';
import { addWanted } from '#test/wanted.ts';

let app: TestApp;
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  app = await startTestApp();
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});
afterAll(() => app.close());

test('the job finds the crop of posts that were stored before its names were known', async () => {
  const types = ['kanda', 'wheat', 'wild lemon', 'வெங்காயம்', 'बादाम'];
  await insertPosts(app.database.db, farmer.account._id, 1_205, (index) => {
    const cropType = types[index < 1_200 ? 0 : index % 5] as string;
    // Almonds were once taken for groundnuts.
    return {
      crop_type: cropType,
      crop_key: cropType === 'बादाम' ? 'groundnut' : cropType,
      search_text: `${cropType} ${cropType === 'बादाम' ? 'groundnut मूंगफली' : ''}\nnasik`,
    };
  });
  await addWanted(merchant, { cropType: 'बादाम' });
  await app.database.db.updateTable('wanted_posts').set({ crop_key: 'groundnut' }).execute();
  const count = async (cropType: string) =>
    (await merchant.client.call('GET /api/v1/post/feed', { query: { cropType } })).page.total;
  expect(await count('Onion')).toBe(0);
  const job = app.jobs.find(({ name }) => name === 'resolve-crops');
  await job?.run(new AbortController().signal);
  const names = ['Onion', 'Wheat', 'Wild Lemon', 'Almond', 'Groundnut'];
  expect(await Promise.all(names.map(count))).toEqual([1_202, 1, 1, 1, 0]);
  const find = async (q: string) =>
    (await merchant.client.call('GET /api/v1/post/feed', { query: { q } })).data.map((post) => post.cropType);
  expect(await find('almond')).toEqual(['बादाम']);
  expect(await find('मूंगफली')).toEqual([]);
  expect(await app.database.db.selectFrom('wanted_posts').select('crop_key').execute()).toEqual([
    { crop_key: 'almond' },
  ]);
});
