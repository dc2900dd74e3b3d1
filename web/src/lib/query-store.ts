import { promisifyRequest } from 'idb-keyval';
import { commit, openDatabase } from './database.ts';
import { attempt } from './storage.ts';

/** What a query's `meta.stored` says. Only queries that have it are stored. */
export interface StoredRule {
  /** Older data is not shown. */
  days: number;
  /** Of the queries of one kind, only the latest are stored. */
  kind: string;
  most: number;
  /** Returns what is stored of the data; `before` is what was stored. */
  pick?: (data: never, before: never) => unknown;
  /** Finds what is shown of a query that was never stored, when the server cannot be reached. */
  otherwise?: () => { data: unknown; at: number } | undefined;
  /** The call waits for the stored data, because it then fetches only what is new. */
  isAwaited?: true;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { stored?: StoredRule };
  }
}

export interface Item {
  hash: string;
  rule: StoredRule;
  data: unknown;
  /** When the server sent the data, in ms since 1970. */
  at: number;
}

interface Entry {
  key: string;
  kind: string;
  at: number;
  /** Afterwards the data is not shown. */
  until: number;
  bytes: number;
}

interface Stored {
  at: number;
  until: number;
  text: string;
}

interface Owner {
  id: string;
  account: unknown;
  at: number;
}

/** In ms. The screen does not wait longer for the browser's storage. */
const patience = 1_000;
const day = 24 * 60 * 60_000;
/** The stored queries take at most this many bytes, or this part of what the browser grants. */
const most = { bytes: 10 * 1024 * 1024, share: 0.05 };
/** Of a list, this many pages are stored. */
const mostPages = 3;

const call = openDatabase('upaj-stored', 'queries', patience);
const keyOf = (hash: string) => `query/${hash}`;
const get = <T>(objects: IDBObjectStore, key: string) => promisifyRequest<T | undefined>(objects.get(key));

export async function readOwner(): Promise<Owner | undefined> {
  return call('readonly', (objects) => get<Owner>(objects, 'owner'));
}

/** Deletes everything that is stored for another account. */
export async function storeOwner(owner: Owner): Promise<void> {
  await call('readwrite', async (objects) => {
    if ((await get<Owner>(objects, 'owner'))?.id !== owner.id) objects.clear();
    objects.put(owner, 'owner');
    await commit(objects);
  });
}

export async function readQuery(hash: string): Promise<{ data: unknown; at: number } | undefined> {
  const found = await call('readonly', (objects) => get<Stored>(objects, keyOf(hash)));
  if (!found || found.until < Date.now()) return undefined;
  return { at: found.at, data: JSON.parse(found.text) as unknown };
}

export async function clearQueries(): Promise<void> {
  await call('readwrite', (objects) => {
    objects.clear();
    return commit(objects);
  });
}

/** Stores nothing after the account has logged out, in this tab or another one. */
export async function writeQueries(ownerId: string, items: readonly Item[]): Promise<void> {
  const { quota = Infinity } = (await attempt(() => navigator.storage.estimate(), patience)) ?? {};
  const room = Math.min(most.bytes, quota * most.share);
  const write = () => call('readwrite', (objects) => put(objects, ownerId, items, room).catch(() => false));
  // If the browser has no room, the older half makes place. A browser that does not respond in time may still store.
  if ((await write()) === false && (await call('readwrite', dropOlderHalf))) await write();
}

async function put(
  objects: IDBObjectStore,
  ownerId: string,
  items: readonly Item[],
  room: number,
): Promise<boolean> {
  if ((await get<Owner>(objects, 'owner'))?.id !== ownerId) return true;
  let entries = (await get<Entry[]>(objects, 'index')) ?? [];
  for (const item of items) {
    const { at, rule } = item;
    const key = keyOf(item.hash);
    const text = await encode(objects, key, item);
    const until = at + rule.days * day;
    entries = [
      { key, kind: rule.kind, at, until, bytes: new Blob([text]).size },
      ...entries.filter((one) => one.key !== key),
    ];
    objects.put({ at, until, text } satisfies Stored, key);
  }
  const limits = new Map(items.map(({ rule }) => [rule.kind, rule.most]));
  const stored = chooseEntries(entries, limits, room);
  for (const entry of entries) if (!stored.includes(entry)) objects.delete(entry.key);
  objects.put(stored, 'index');
  await commit(objects);
  return true;
}

async function encode(objects: IDBObjectStore, key: string, { rule, data }: Item): Promise<string> {
  const before = rule.pick && (await get<Stored>(objects, key));
  const picked = rule.pick
    ? rule.pick(data as never, (before && JSON.parse(before.text)) as never)
    : firstPages(data);
  return JSON.stringify(picked);
}

function firstPages(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as { pages?: unknown[]; pageParams?: unknown[] };
  if (!pages || !pageParams) return data;
  return { pages: pages.slice(0, mostPages), pageParams: pageParams.slice(0, mostPages) };
}

/** Returns the entries that are stored on, latest first: `limits` has the number by kind, `room` is in bytes. */
export function chooseEntries(
  entries: readonly Entry[],
  limits: ReadonlyMap<string, number>,
  room: number,
): Entry[] {
  const counts = new Map<string, number>();
  let bytes = 0;
  return [...entries]
    .sort((one, other) => other.at - one.at)
    .filter((entry) => {
      const count = (counts.get(entry.kind) ?? 0) + 1;
      counts.set(entry.kind, count);
      if (count > (limits.get(entry.kind) ?? Infinity) || entry.until < Date.now()) return false;
      bytes += entry.bytes;
      return bytes <= room;
    });
}

async function dropOlderHalf(objects: IDBObjectStore): Promise<boolean> {
  const entries = (await get<Entry[]>(objects, 'index')) ?? [];
  const stored = entries.slice(0, Math.floor(entries.length / 2));
  for (const { key } of entries.slice(stored.length)) objects.delete(key);
  objects.put(stored, 'index');
  await commit(objects);
  return entries.length > 0;
}

export async function dropQuery(hash: string): Promise<void> {
  await call('readwrite', (objects) => {
    objects.delete(keyOf(hash));
    return commit(objects);
  });
}
