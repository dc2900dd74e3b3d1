import { beforeEach, expect, it, vi } from 'vitest';
import type * as storeModule from './query-store.ts';

const stored = vi.hoisted(() => new Map<string, unknown>());
const browser = vi.hoisted((): { work: Promise<unknown>; room: number } => ({
  work: Promise.resolve(),
  room: Infinity,
}));
vi.mock('idb-keyval', async () => (await import('../../test/idb-keyval.ts')).fakeIdbKeyval(stored, browser));

const rule = { kind: 'post', most: 3, days: 30 };
const owner = { id: 'asha', account: { _id: 'asha' }, at: Date.now() };
const hour = 60 * 60_000;
const item = (hash: string, age = 0, data: unknown = { title: hash }): storeModule.Item => ({
  hash,
  rule,
  data,
  at: Date.now() - age * hour,
});
const hashes = () => [...stored.keys()].flatMap((key) => (key.startsWith('query/') ? [key.slice(6)] : []));

let store: typeof storeModule;
beforeEach(async () => {
  stored.clear();
  browser.work = Promise.resolve();
  browser.room = Infinity;
  vi.resetModules();
  store = await import('./query-store.ts');
  await store.storeOwner(owner);
});

it('returns what was stored, with its time, until it is too old', async () => {
  await store.writeQueries('asha', [item('wheat', 2), item('maize', 31 * 24)]);
  expect(await store.readQuery('wheat')).toEqual({ data: { title: 'wheat' }, at: expect.any(Number) });
  expect(await store.readQuery('maize')).toBeUndefined();
  expect(hashes()).toEqual(['wheat']);
});

it('stores the latest of a kind only, and three pages of a list', async () => {
  await store.writeQueries('asha', [item('one', 1), item('two', 2), item('three', 3)]);
  await store.writeQueries('asha', [item('four')]);
  expect(hashes().sort()).toEqual(['four', 'one', 'two']);
  const pages = [{ data: [1] }, { data: [2] }, { data: [3] }, { data: [4] }];
  await store.writeQueries('asha', [item('list', 0, { pages, pageParams: [undefined, 'b', 'c', 'd'] })]);
  const { data } = (await store.readQuery('list')) ?? {};
  expect(data).toMatchObject({ pages: pages.slice(0, 3), pageParams: [null, 'b', 'c'] });
});

it('limits the bytes, the oldest first', () => {
  const entry = (key: string, at: number) => ({ key, kind: 'post', at, until: Infinity, bytes: 40 });
  const entries = [entry('old', 1), entry('new', 3), entry('middle', 2)];
  expect(store.chooseEntries(entries, new Map(), 100).map(({ key }) => key)).toEqual(['new', 'middle']);
});

it('belongs to one account', async () => {
  await store.writeQueries('asha', [item('wheat')]);
  await store.writeQueries('ravi', [item('maize')]);
  expect(hashes()).toEqual(['wheat']);
  await store.storeOwner({ ...owner, id: 'ravi' });
  expect(hashes()).toEqual([]);
  expect((await store.readOwner())?.id).toBe('ravi');
});

it('stores nothing more after the log-out, also from another tab', async () => {
  await store.writeQueries('asha', [item('wheat')]);
  await store.clearQueries();
  await store.writeQueries('asha', [item('maize')]);
  expect(stored.size).toBe(0);
});

it('drops the older half when the browser has no room', async () => {
  await store.writeQueries('asha', [item('new', 1, 'n'.repeat(400)), item('old', 2, 'o'.repeat(400))]);
  browser.room = JSON.stringify([...stored.values()]).length + 200;
  await store.writeQueries('asha', [item('newest', 0, 'x'.repeat(400))]);
  expect(hashes().sort()).toEqual(['new', 'newest']);
});

it('waits a second for a browser that does not respond, and then not again', async () => {
  browser.work = new Promise(() => undefined);
  const start = performance.now();
  expect(await store.readQuery('wheat')).toBeUndefined();
  const first = performance.now() - start;
  expect(await store.readQuery('maize')).toBeUndefined();
  await store.writeQueries('asha', [item('wheat')]);
  expect(first).toBeLessThan(3_000);
  expect(performance.now() - start - first).toBeLessThan(800);
});

it('goes on without storage that is refused', async () => {
  browser.work = Promise.reject(new DOMException('', 'InvalidStateError'));
  browser.work.catch(() => undefined);
  expect(await store.readQuery('wheat')).toBeUndefined();
  await store.writeQueries('asha', [item('wheat')]);
  await store.clearQueries();
});
