import { expect, test } from 'vitest';
import { PageCache } from './page-cache.ts';

const extent = {
  filter: {},
  sort: 'latest',
  after: undefined,
  last: undefined,
  ids: [],
  authorIds: [],
  places: [],
} as const;
const megabyte = 1024 * 1024;

function open() {
  const cache = new PageCache(true);
  const add = (key: string, posts: readonly string[]) => {
    const reading = cache.beginReading();
    reading.addPage(key, { ...extent, posts });
    reading.end();
  };
  return { cache, add };
}

test('pages are removed, the longest unused first, when their text takes too much memory', () => {
  const { cache, add } = open();
  const posts = ['x'.repeat(1.5 * megabyte)];
  add('first', posts);
  add('second', posts);
  expect(cache.findPage('first')).toBeDefined();
  add('third', posts);
  expect(cache.findPage('second')).toBeUndefined();
  expect(cache.findPage('first')).toBeDefined();
});

test('empty pages take memory too', () => {
  const { cache, add } = open();
  for (let number = 1; number <= 5_000; number += 1) add(`search ${number}`, []);
  expect(cache.findPage('search 1')).toBeUndefined();
  expect(cache.findPage('search 5000')).toBeDefined();
});
