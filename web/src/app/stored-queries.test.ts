// @vitest-environment happy-dom
import { onlineManager, QueryObserver, queryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#lib/api-errors.ts';
import { shownSince } from '#lib/connection.ts';
import { setRemembering } from '#lib/remembering.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { makeQueryClient } from './query-client.ts';
import { restoreSession, startStoring } from './stored-queries.ts';

const stored = vi.hoisted(() => new Map<string, unknown>());
const browser = vi.hoisted((): { work: Promise<unknown> } => ({ work: Promise.resolve() }));
vi.mock('idb-keyval', async () => (await import('../../test/idb-keyval.ts')).fakeIdbKeyval(stored, browser));

const caches = new Set<string>();
vi.stubGlobal('caches', {
  has: async (name: string) => caches.has(name),
  open: async (name: string) => caches.add(name),
  delete: async (name: string) => caches.delete(name),
});

// Without it, the screens of other tabs would be loaded.
vi.stubGlobal('navigator', Object.assign(navigator, { connection: { saveData: true } }));

const asha = {
  _id: 'asha',
  isComplete: true,
  fullName: 'Asha Rani',
  aadhaarNumber: '1234',
  contact: '98765',
};
const away = () => Promise.reject(new NetworkError('/api'));
const wheat = (fetchIt: () => Promise<unknown>) =>
  queryOptions({
    queryKey: ['wheat'],
    meta: { stored: { kind: 'post', most: 2, days: 30 } },
    queryFn: fetchIt,
    retry: false,
  });
const secret = queryOptions({ queryKey: ['upi'], queryFn: async () => 'asha@upi' });
const { queryKey: sessionKey } = currentUserQuery;

let client = makeQueryClient();

function withResolver() {
  let resolve!: (value: string) => void;
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A visit starts with what the browser has stored, and with nothing in memory. */
function visit(isConfirmed: boolean): void {
  client.clear();
  client = makeQueryClient();
  if (isConfirmed) {
    startStoring(client);
    client.setQueryData(sessionKey, asha as never);
  } else void client.prefetchQuery({ ...currentUserQuery, queryFn: away, retry: false });
}

const patience = { timeout: 20_000 };
const isStored = (part: string) =>
  vi.waitFor(() => expect(JSON.stringify([...stored])).toContain(part), patience);
const load = (fetchIt: () => Promise<unknown>) =>
  client.fetchQuery(wheat(fetchIt)).catch((error: unknown) => error);
const known = () => client.getQueryData(['wheat']);

beforeEach(async () => {
  stored.clear();
  caches.clear();
  localStorage.clear();
  setRemembering(true);
  browser.work = Promise.resolve();
  visit(true);
  await load(async () => 'fresh');
  await client.fetchQuery(secret);
  await isStored('fresh');
});
afterEach(() => onlineManager.setOnline(true));

it('stores the queries with a rule and the account, without its numbers', () => {
  const all = JSON.stringify([...stored]);
  expect(all).toContain('Asha Rani');
  for (const hidden of ['asha@upi', '"1234"', '98765']) expect(all).not.toContain(hidden);
});

it('shows the account and the data of the last visit while the server cannot be reached', async () => {
  visit(false);
  expect(await restoreSession(client)).toBe(true);
  expect(client.getQueryData(sessionKey)).toMatchObject({ fullName: 'Asha Rani' });
  await load(away);
  expect(known()).toBe('fresh');
  expect(client.getQueryState(['wheat'])).toMatchObject({ status: 'error', isInvalidated: true });
});

it('shows stored data until the response is there, and then the response', async () => {
  visit(true);
  const { promise, resolve } = withResolver();
  const loading = load(() => promise);
  await vi.waitFor(() => expect(known()).toBe('fresh'));
  resolve('newer');
  await loading;
  expect(known()).toBe('newer');
});

it('shows nothing stored that the server refuses', async () => {
  visit(true);
  const failure = { status: 404, code: 'POST_NOT_FOUND', message: '', errors: [], requestId: '' };
  await load(() => Promise.reject(new ApiError(failure)));
  expect(known()).toBeUndefined();
  await vi.waitFor(() => expect([...stored.keys()].join()).not.toContain('query/'), patience);
});

it('measures the age of what is on the screen while there is no connection', async () => {
  const stop = new QueryObserver(
    client,
    wheat(async () => 'fresh'),
  ).subscribe(() => {});
  expect(shownSince.get()).toBe(0);
  onlineManager.setOnline(false);
  await vi.waitFor(() => expect(shownSince.get()).toBe(client.getQueryState(['wheat'])?.dataUpdatedAt));
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(shownSince.get()).toBe(0), patience);
  stop();
});

it('deletes everything when the session ends or another person logs in', async () => {
  client.setQueryData(sessionKey, null);
  await vi.waitFor(() => expect(stored.size).toBe(0), patience);
  visit(false);
  expect(await restoreSession(client)).toBe(false);

  visit(true);
  await load(async () => 'of Asha');
  await isStored('of Asha');
  client.setQueryData(sessionKey, { ...asha, _id: 'ravi', fullName: 'Ravi Kumar' } as never);
  expect(known()).toBeUndefined();
  await isStored('Ravi Kumar');
  expect(JSON.stringify([...stored])).not.toContain('of Asha');
});

it('stores nothing while the user does not want it', async () => {
  setRemembering(false);
  await vi.waitFor(() => expect([stored.size, caches.size]).toEqual([0, 0]), patience);
  client.setQueryData(['wheat'], 'hidden');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(stored.size).toBe(0);
  setRemembering(true);
  await isStored('hidden');
});

it('starts within a second when the browser’s storage does not respond', async () => {
  visit(false);
  browser.work = new Promise(() => undefined);
  const start = performance.now();
  expect(await restoreSession(client)).toBe(false);
  expect(performance.now() - start).toBeLessThan(3_000);
});
