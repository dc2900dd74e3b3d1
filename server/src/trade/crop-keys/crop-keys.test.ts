import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { insertPosts } from '#test/rows.ts';

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
  const keys = ['kanda', 'wheat', 'dragon fruit', 'வெங்காயம்'];
  await insertPosts(app.database.db, farmer.account._id, 1_204, (index) => ({
    crop_key: keys[index < 1_200 ? 0 : index % 4] as string,
  }));
  const count = async (cropType: string) =>
    (await merchant.client.call('GET /api/v1/post/feed', { query: { cropType } })).page.total;
  expect(await count('Onion')).toBe(0);
  const job = app.jobs.find(({ name }) => name === 'resolve-crops');
  await job?.run(new AbortController().signal);
  expect([await count('Onion'), await count('Wheat'), await count('Dragon Fruit')]).toEqual([1_202, 1, 1]);
});
