import { endpoints } from '@upaj/contract/endpoints';
import type { CallLimit } from '@upaj/contract/rate-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, photo, postFields, toForm } from '#test/factories.ts';

const create = 'POST /api/v1/post/create-post';
const edit = 'PATCH /api/v1/post/:postId';

const limits: readonly CallLimit[] = endpoints[create].limits;
const declared = limits.map((limit) => ({ ...limit }));
let app: TestApp;
beforeAll(async () => {
  for (const limit of limits) limit.points = limit.name === 'posts' ? 2 : 8;
  app = await startTestApp();
  for (const [index, limit] of limits.entries()) Object.assign(limit, declared[index]);
});
afterAll(() => app.close());

const image = await photo();
async function member() {
  const { client } = await addPerson(app.url);
  const send = async (fields: Record<string, string>) => {
    const form = toForm(postFields(fields), { images: [image] });
    return (await client.send(create, { form })).status;
  };
  return { client, send };
}

test('a refused post does not count as one of those of an hour', async () => {
  const { client, send } = await member();
  expect(await send({ title: '' })).toBe(422);
  expect(await send({ pincode: '12' })).toBe(422);
  // The form is valid, but the service refuses a post without a photo.
  expect((await client.send(create, { form: toForm(postFields()) })).status).toBe(422);
  expect(await send({})).toBe(201);
  const params = { postId: '01900000-0000-7000-8000-000000000000' };
  expect((await client.send(edit, { params, form: toForm(postFields()) })).status).toBe(404);
  expect(await send({})).toBe(201);
  expect(await send({})).toBe(429);
});

test('refused calls have a limit of their own, and a refusal by the limit gives nothing back', async () => {
  const { send } = await member();
  expect([await send({}), await send({})]).toEqual([201, 201]);
  for (let count = 0; count < 3; count += 1) expect(await send({})).toBe(429);
  const other = await member();
  for (let count = 0; count < 8; count += 1) expect(await other.send({ title: '' })).toBe(422);
  expect(await other.send({ title: '' })).toBe(429);
  expect(await other.send({})).toBe(429);
});

test('many at once are not all allowed', async () => {
  const { send } = await member();
  const statuses = await Promise.all(Array.from({ length: 6 }, () => send({})));
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
});
