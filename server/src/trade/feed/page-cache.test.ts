import { afterEach, expect, test, vi } from 'vitest';
import { PageCache } from './page-cache.ts';

const megabyte = 1024 * 1024;

afterEach(() => void vi.restoreAllMocks());

function open() {
  const cache = new PageCache(true);
  const countReadings = async (key: string, ...texts: string[]) => {
    let readings = 0;
    await cache.find({ page: key, filter: 'same' }, undefined, async () => {
      readings += 1;
      const posts = texts.map((json) => ({ id: '', authorId: '', state: '', district: '', json }));
      return { page: { posts, last: undefined }, counts: { available: 1, soldOut: 0 } };
    });
    return readings;
  };
  return { cache, countReadings };
}

test('a page is read once, and again after a drop or ten seconds', async () => {
  const { cache, countReadings } = open();
  expect([await countReadings('first'), await countReadings('first')]).toEqual([1, 0]);
  cache.drop();
  expect([await countReadings('first'), await countReadings('first')]).toEqual([1, 0]);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  await expect.poll(() => countReadings('first')).toBe(1);
});

test('a drop removes the totals of up to 1,000 posts; larger ones are counted again after ten seconds', async () => {
  const { cache } = open();
  const isCounted = async (available: number) => {
    let known: unknown;
    await cache.find({ page: `${available}`, filter: `${available}` }, undefined, async (counts) => {
      known = counts;
      return { page: { posts: [], last: undefined }, counts: { available, soldOut: 0 } };
    });
    return known === undefined;
  };
  expect([await isCounted(1_000), await isCounted(1_001)]).toEqual([true, true]);
  cache.drop();
  expect([await isCounted(1_000), await isCounted(1_001)]).toEqual([true, false]);
  cache.drop();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  await expect.poll(() => isCounted(1_001)).toBe(true);
});

test('pages are removed, the longest unused first, when their text takes too much memory', async () => {
  const { countReadings } = open();
  const text = 'x'.repeat(1.5 * megabyte);
  for (const key of ['first', 'second', 'first', 'third']) await countReadings(key, text);
  expect(await countReadings('first', text)).toBe(0);
  expect(await countReadings('second', text)).toBe(1);
});

test('empty pages take memory too', async () => {
  const { countReadings } = open();
  for (let number = 1; number <= 5_000; number += 1) await countReadings(`search ${number}`);
  expect(await countReadings('search 5000')).toBe(0);
  expect(await countReadings('search 1')).toBe(1);
});
