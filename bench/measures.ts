import { cpuOf } from './cpu.ts';
import type { SentRequest } from './connection.ts';
import type { LoadResult } from './load.ts';
import { quantile } from './numbers.ts';
import { nth } from './people.ts';
import type { Version } from './versions.ts';
import { measureCost } from './write-cost.ts';
import { writesOf, type Action } from './write-requests.ts';

export interface Slice {
  ms: number;
  connections: number;
  /** The number of the turn. Each turn sends different writes, so that no write finds its work already done. */
  turn: number;
}

export type Figures = Readonly<Record<string, number>>;

/** Measures one slice of one version. */
export type Measure = (version: Version, slice: Slice) => Promise<Figures>;

/** A slice ends after its time, or earlier after this many requests. */
const mostRequests = 12_800;

/**
 * What `since` can measure, by name. The calls must exist in the older version too. `offer` comes before
 * `availability`, which sells posts out.
 */
export const measures: Readonly<Record<string, Measure>> = {
  like: write('like'),
  follow: write('follow'),
  comment: write('comment'),
  'first-message': write('first-message'),
  message: write('message'),
  offer: write('offer'),
  availability: write('availability'),
  'current-user': readByEach('/api/v1/users/current-user'),
  'feed-warm': readByEach('/api/v1/post/feed'),
  'feed-cold': read(coldReads),
  mixed: (version, { ms, connections }) =>
    measureLoad(version, async () => {
      const { mixedLoad, market, port } = version;
      const { latencies, errors, seconds } = await mixedLoad({ port, connections, ms, market });
      if (errors.length > 0) throw new Error(errors.join('\n'));
      return { latencies: Object.values(latencies).flat(), seconds };
    }),
};

function readByEach(path: string): Measure {
  return read(({ market }) => market.writers.map(({ cookie }) => ({ method: 'GET', path, cookie })));
}

function read(requestsOf: (version: Version, turn: number) => SentRequest[]): Measure {
  return (version, { turn, ...slice }) => {
    const requests = requestsOf(version, turn);
    return measureLoad(version, () =>
      version.load({ port: version.port, ...slice, requests, isRepeated: true }),
    );
  };
}

function write(action: Action): Measure {
  return async (version, { turn, ...slice }) => {
    const { port, market, load, db } = version;
    const requests = writesOf(action, market, turn * mostRequests, mostRequests);
    const send = () => load({ port, ...slice, requests });
    if (!db) return measureLoad(version, send);
    let costs: Figures = {};
    const figures = await measureLoad(version, async () => {
      const { cost, ...result } = await measureCost(db, send);
      costs = { 'WAL bytes': cost.wal, 'index entries': cost.indexEntries, rows: cost.rows };
      return result;
    });
    return { ...figures, ...costs };
  };
}

async function measureLoad({ pids }: Version, send: () => Promise<LoadResult>): Promise<Figures> {
  const before = pids.map((pid) => cpuOf([pid]));
  const { latencies, seconds } = await send();
  const [app = 0, database = 0] = pids.map((pid, index) => cpuOf([pid]) - (before[index] ?? 0));
  const microseconds = (used: number) => (used * 1e6) / latencies.length;
  return {
    'requests/s': latencies.length / seconds,
    'p99 ms': quantile(latencies, 0.99),
    'app µs': microseconds(app),
    ...(pids.length > 1 && { 'database µs': microseconds(database) }),
  };
}

/**
 * Makes reads of lists that are not cached: after each nine reads, a request changes a post, which drops the cached
 * pages.
 */
function coldReads({ market }: Version, turn: number): SentRequest[] {
  const changes = writesOf('availability', market, turn * mostRequests, mostRequests / 10);
  return changes.flatMap((change, index) => [
    change,
    ...Array.from({ length: 9 }, (_, read) => ({
      method: 'GET',
      path: `/api/v1/post/feed?limit=${16 + read}`,
      cookie: nth(market.writers, index * 9 + read).cookie,
    })),
  ]);
}
