import {
  onlineManager,
  type Query,
  type QueryClient,
  type QueryFunction,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { isApiError, isUnreachableError } from '#lib/api-errors.ts';
import { markOpen, isMarkedOpen } from '#lib/browser-session.ts';
import { isUnreachable, shownSince } from '#lib/connection.ts';
import {
  clearQueries,
  dropQuery,
  readOwner,
  readQuery,
  storeOwner,
  writeQueries,
  type Item,
} from '#lib/query-store.ts';
import { forgetKey, isRemembering, readRemembering } from '#lib/remembering.ts';
import { attempt } from '#lib/storage.ts';
import { isDataScarce, whenIdle } from '#lib/when-idle.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { accountToStore } from '#people/users/stored-account.ts';
import { registerServiceWorker } from './service-worker.ts';
import { storedOwner } from './stored-owner.ts';

// web/worker/shell.js reads these names. The first cache is empty: it says that the stored queries may be shown.
const cacheNames = ['upaj-stored', 'upaj-photos'] as const;
/** In ms. The first screen waits for the storage, and can do without it. */
const patience = 1_000;
/** In ms. Changes are stored together. */
const delay = 1_000;
/** In ms. What other screens show is loaded so long after the first screen. */
const calm = 6_000;
/** In ms. The age of data is shown when the server has not responded within this time. */
const lateness = 1_500;

const sessionKey = currentUserQuery.queryKey;
const isSession = (query: Query) => query.queryKey[0] === sessionKey[0];

/** The times of data that comes from the store, by query. */
const restored = new WeakMap<Query, number>();
const isRestored = (query: Query) => restored.get(query) === query.state.dataUpdatedAt;
const changed = new Set<Query>();
let client: QueryClient | undefined;
let storing: Promise<void> = Promise.resolve();

/** Shows the account of the last visit until the server responds. Resolves to false when none is stored. */
export async function restoreSession(of: QueryClient): Promise<boolean> {
  const [isAllowed, owner] = await Promise.all([
    attempt(() => caches.has(cacheNames[0]), patience),
    readOwner(),
  ]);
  const query = of.getQueryCache().find({ queryKey: sessionKey });
  if (!isAllowed || !query || query.state.data !== undefined || owner?.id !== storedOwner.read())
    return false;
  restored.set(query, owner?.at ?? 0);
  query.setData(owner?.account, { updatedAt: owner?.at, manual: true });
  startStoring(of);
  return true;
}

/** Stores the queries that have a rule from now on, and shows the stored ones until the server responds. */
export function startStoring(of: QueryClient): void {
  if (client === of) return;
  client = of;
  const defaults = of.getDefaultOptions();
  of.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, persister: fetchOrRestore as never } });
  const cache = of.getQueryCache();
  for (const query of cache.getAll()) onData(query);
  cache.subscribe((event) => {
    const isData = event.type === 'updated' && event.action.type === 'success';
    if (isData || event.type === 'added') onData(event.query);
    measureSoon();
  });
  for (const source of [isUnreachable, onlineManager]) source.subscribe(measureSoon);
  isRemembering.subscribe(() => {
    if (!isRemembering.get()) return void forget();
    for (const query of cache.getAll()) onData(query);
  });
  // Another tab may have changed the setting.
  window.addEventListener('storage', ({ key }) => {
    if (key === forgetKey) readRemembering();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void store();
  });
  registerServiceWorker();
  fillSoon(of);
}

function fillSoon(of: QueryClient): void {
  if (isDataScarce()) return;
  setTimeout(() => {
    whenIdle(() => {
      const user = of.getQueryData(sessionKey);
      if (!user?.isComplete || isDown() || !isRemembering.get()) return;
      // The next visit tries again.
      void import('./fill-store.ts')
        .then(({ fillStore }) => fillStore(of, user, store))
        .catch(() => undefined);
    });
  }, calm);
}

/** Deletes everything, so that the next user of the same phone does not see it. */
export function forget(): Promise<void> {
  storedOwner.write(undefined);
  changed.clear();
  return inTurn(() =>
    Promise.all([clearQueries(), ...cacheNames.map((name) => attempt(() => caches.delete(name)))]),
  );
}

function onData(query: Query): void {
  if (isSession(query)) onSession(query);
  if (query.state.data === undefined || isRestored(query)) return;
  if (!isSession(query) && !query.meta?.stored) return;
  if (changed.size === 0) setTimeout(() => whenIdle(() => void store()), delay);
  changed.add(query);
}

function onSession(query: Query): void {
  const id = (query.state.data as { _id: string } | null | undefined)?._id;
  const shownTo = storedOwner.read();
  if (!shownTo || id === shownTo || query.state.data === undefined) return;
  void forget();
  client?.removeQueries({ predicate: ({ meta }) => meta?.stored !== undefined });
}

function store(): Promise<void> {
  return inTurn(async () => {
    const queries = [...changed];
    changed.clear();
    const session = client?.getQueryCache().find({ queryKey: sessionKey });
    const user = client?.getQueryData(sessionKey);
    if (!session || !user?.isComplete || !isRemembering.get()) return;
    if (queries.includes(session)) {
      if (!isMarkedOpen()) markOpen(false);
      storedOwner.write(user._id);
      await attempt(() => caches.open(cacheNames[0]), patience);
      await storeOwner({ id: user._id, account: accountToStore(user), at: session.state.dataUpdatedAt });
    }
    const items = queries.flatMap(({ queryHash: hash, meta, state: { data, dataUpdatedAt: at } }): Item[] =>
      meta?.stored ? [{ hash, rule: meta.stored, data, at }] : [],
    );
    if (items.length > 0) await writeQueries(user._id, items);
  });
}

function inTurn(work: () => Promise<unknown>): Promise<void> {
  storing = storing.then(work).then(
    () => undefined,
    () => undefined,
  );
  return storing;
}

/** Reads the store while the server is called, so that a visit with a connection does not wait for it. */
async function fetchOrRestore(
  call: QueryFunction,
  context: QueryFunctionContext,
  query: Query,
): Promise<unknown> {
  const rule = query.meta?.stored;
  if (!rule || query.state.data !== undefined || !isRemembering.get()) return call(context);
  const restoring = restore(query);
  if (rule.isAwaited) await restoring;
  try {
    return await call(context);
  } catch (error) {
    // Without the wait, the screen would show a failure before the stored data.
    await restoring;
    if (isUnreachableError(error)) show(query, rule.otherwise?.());
    if (isApiError(error) && error.status < 500 && isRestored(query)) {
      query.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' });
      void dropQuery(query.queryHash);
    }
    throw error;
  }
}

async function restore(query: Query): Promise<void> {
  show(query, await readQuery(query.queryHash));
}

function show(query: Query, found: { data: unknown; at: number } | undefined): void {
  // The server may have been faster.
  if (!found || query.state.data !== undefined) return;
  restored.set(query, found.at);
  query.setData(found.data, { updatedAt: found.at, manual: true });
}

let timer: ReturnType<typeof setTimeout> | undefined;
let measured = 0;

function measureSoon(): void {
  const wait = isDown() ? 0 : lateness;
  if (timer && wait >= measured) return;
  clearTimeout(timer);
  measured = wait;
  timer = setTimeout(() => {
    timer = undefined;
    measure();
  }, wait);
}

const isDown = () => !onlineManager.isOnline() || isUnreachable.get();

/** Finds how old the oldest data on the screen is, if it cannot be fresh. */
function measure(): void {
  const times = (client?.getQueryCache().getAll() ?? [])
    .filter((query) => query.meta?.stored && query.state.data !== undefined && query.isActive())
    .filter((query) => isDown() || isRestored(query))
    .map(({ state }) => state.dataUpdatedAt);
  shownSince.set(times.length > 0 ? Math.min(...times) : 0);
}
