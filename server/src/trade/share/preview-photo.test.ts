import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost } from '#test/factories.ts';
import { previewPhotos } from './preview-photo.ts';

let app: TestApp;
let postId: string;
beforeAll(async () => {
  app = await startTestApp();
  postId = (await addPost(await addPerson(app.url)))._id;
});
afterAll(() => app.close());

const imageOf = (number: number) => ({
  url: `/media/${number}.webp`,
  width: 800,
  height: 600,
  thumbhash: '',
});
const statusOf = async (id: string) => {
  const response = await fetch(`${app.url}/s/${id}/photo.jpg`);
  await response.arrayBuffer();
  return response.status;
};

function open() {
  const running: string[] = [];
  let most = 0;
  const toJpeg = vi.fn(async (url: string) => {
    running.push(url);
    most = Math.max(most, running.length);
    await new Promise(setImmediate);
    running.pop();
    return Buffer.from(url);
  });
  const take = vi.fn(async () => {});
  const photos = previewPhotos({ media: { toJpeg }, limit: { take } });
  const find = (number: number) => photos.find(imageOf(number), '192.0.2.1');
  return { find, toJpeg, take, most: () => most };
}

test('of photos that are requested at once each is made, one at a time, and a hundred wait at most', async () => {
  const { find, most } = open();
  const found = await Promise.allSettled(Array.from({ length: 101 }, (_, number) => find(number)));
  const made = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value.toString()] : []));
  expect(made).toEqual(Array.from({ length: 100 }, (_, number) => imageOf(number).url));
  expect(found.at(-1)).toMatchObject({ reason: { code: 'TOO_BUSY', retryAfterSeconds: 10 } });
  expect(most()).toBe(1);
  expect(await find(100)).toEqual(Buffer.from(imageOf(100).url));
});

test('requests for the same photo make it once, and one in memory does not count', async () => {
  const { find, toJpeg, take } = open();
  await Promise.all([find(1), find(1), find(1)]);
  expect(toJpeg).toHaveBeenCalledTimes(1);
  take.mockClear();
  await find(1);
  expect(take).not.toHaveBeenCalled();
  expect(toJpeg).toHaveBeenCalledTimes(1);
});

test('a photo that fails is tried again, and does not stop the next one', async () => {
  const { find, toJpeg } = open();
  toJpeg.mockRejectedValueOnce(new Error('broken'));
  const [failed, next] = await Promise.allSettled([find(1), find(2)]);
  expect([failed.status, next.status]).toEqual(['rejected', 'fulfilled']);
  expect(await find(1)).toEqual(Buffer.from(imageOf(1).url));
});

test('twenty links crawled at once, and one of them 130 times, all have their photo', async () => {
  const seller = await addPerson(app.url);
  const ids: string[] = [];
  for (let number = 0; number < 20; number += 1) ids.push((await addPost(seller))._id);
  expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set([200]));
  await statusOf(postId);
  for (let number = 0; number < 130; number += 1) expect(await statusOf(postId)).toBe(200);
});
