import { expect, test } from 'vitest';
import { PageCache } from './page-cache.ts';

test('pages are removed, the longest unused first, when their text takes too much memory', () => {
  const cache = new PageCache(true);
  const add = (key: string, characters: number) => {
    const reading = cache.beginReading();
    const extent = {
      filter: {},
      sort: 'latest',
      after: undefined,
      last: undefined,
      ids: [],
      authorIds: [],
    } as const;
    reading.addPage(key, { ...extent, posts: ['x'.repeat(characters)] });
    reading.end();
  };
  const megabyte = 1024 * 1024;
  add('first', 3 * megabyte);
  add('second', 3 * megabyte);
  expect(cache.findPage('first')).toBeDefined();
  add('third', 3 * megabyte);
  expect(cache.findPage('second')).toBeUndefined();
  expect(cache.findPage('first')).toBeDefined();
});
