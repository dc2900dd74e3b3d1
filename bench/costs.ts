import type { SentRequest } from './connection.ts';
import { cpuOf, findPostmaster } from './cpu.ts';
import { toTable, verdict } from './numbers.ts';
import { nth, openMarket, type Market } from './people.ts';
import { readRedisInfo } from './redis-info.ts';
import { writeResults } from './results.ts';
import { withStage, type BenchOptions, type Stage } from './stage.ts';
import { writesOf, type Action } from './write-requests.ts';

/** The processes that each do a part of the work of a request. */
const parts = ['app', 'database', 'proxy', 'Redis'] as const;
type Part = (typeof parts)[number];

interface Call {
  name: string;
  requests: SentRequest[];
  isFromDatabase?: boolean;
}

const actions: Action[] = ['like', 'comment', 'follow', 'message', 'offer', 'availability'];

/** Measures the processor time of each call behind HAProxy, and of what follows it in the background. */
export async function runCosts(options: BenchOptions): Promise<void> {
  const { sizes, only, seconds = 5, isQuick } = options;
  const [posts = 0] = sizes;
  const [connections, sent] = isQuick ? [2, 200] : [8, 20_000];
  await withStage(options, ['shared_buffers=1GB'], async (stage) => {
    const databaseUrl = await stage.fill(posts);
    const db = await stage.connect(databaseUrl);
    const redisUrl = await stage.startRedis();
    const redis = (await readRedisInfo(redisUrl))('process_id');
    const market = await openMarket(db);
    const database = await findPostmaster(db);
    const load = await stage.startWorker('load');
    const warm = await startBehindProxy(stage, { databaseUrl, redisUrl, isWarm: true });
    const cold = await startBehindProxy(stage, { databaseUrl, redisUrl, isWarm: false });

    const figures: ({ name: string } & Record<Part, number>)[] = [];
    const calls = callsOf(market, sent).filter(({ name }) => !only || only.includes(name));
    for (const { name, requests, isFromDatabase } of calls) {
      const { port, app, proxy } = isFromDatabase ? cold : warm;
      const pids: Record<Part, number> = { app, database, proxy, Redis: redis };
      const timesNow = () => parts.map((part) => cpuOf([pids[part]]));
      const isRepeated = requests.every(({ method }) => method === 'GET');
      const half = isRepeated ? requests.length : requests.length / 2;
      const run = (some: SentRequest[]) =>
        load({ port, connections, ms: seconds * 1_000, requests: some, isRepeated });
      await run(requests.slice(0, half));
      const before = timesNow();
      const { latencies } = await run(requests.slice(-half));
      const perCall = timesNow().map(
        (time, index) => ((time - (before[index] ?? 0)) / latencies.length) * 1e6,
      );
      const [ofApp = 0, ofDatabase = 0, ofProxy = 0, ofRedis = 0] = perCall;
      figures.push({ name, app: ofApp, database: ofDatabase, proxy: ofProxy, Redis: ofRedis });
    }
    await Promise.all([warm.stop(), cold.stop()]);
    const rows = figures.map((figure) => [figure.name, ...parts.map((part) => figure[part].toFixed(0))]);
    process.stdout.write(
      [
        `\nPostgreSQL ${stage.postgres}, ${posts} posts, ${connections} connections: µs of processor time for each call\n`,
        `${toTable(['call', ...parts], rows)}\n`,
        `${verdict(figures.every(({ app }) => app > 0))} ${figures.length} kinds of calls\n`,
      ].join('\n'),
    );
    await writeResults('costs', options, { postgres: stage.postgres }, { posts, connections, figures });
  });
}

async function startBehindProxy(
  stage: Stage,
  order: { databaseUrl: string; redisUrl: string; isWarm: boolean },
): Promise<{ port: number; app: number; proxy: number; stop: () => Promise<void> }> {
  const target = await stage.startTarget({ kind: 'app', ...order });
  const proxy = await stage.startHAProxy([`http://127.0.0.1:${target.port}`]);
  return {
    port: Number(new URL(proxy.url).port),
    app: target.pid,
    proxy: proxy.pid,
    async stop() {
      await proxy.close();
      await target.stop();
    },
  };
}

/** Returns the measured calls. @param sent how many writes of each kind are made; half of them warm up */
function callsOf(market: Market, sent: number): Call[] {
  const { writers, postIds } = market;
  const read = (pathOf: (number: number) => string): SentRequest[] =>
    writers.map(({ cookie }, number) => ({ method: 'GET', path: pathOf(number), cookie }));
  const partnerOf = (number: number) => nth(writers, number ^ 1).id;
  const reads: Call[] = [
    { name: 'who is logged in', requests: read(() => '/api/v1/users/current-user') },
    { name: 'feed, page in memory', requests: read(() => '/api/v1/post/feed') },
    { name: 'feed, not in memory', requests: read(() => '/api/v1/post/feed'), isFromDatabase: true },
    {
      name: 'search "wheat Punjab"',
      requests: read(() => '/api/v1/post/feed?q=wheat%20Punjab'),
      isFromDatabase: true,
    },
    {
      name: 'one post, and its view',
      requests: read((number) => `/api/v1/post/${nth(postIds, number * 7)}`),
    },
    {
      name: 'profile of a seller',
      requests: read((number) => `/api/v1/users/user/${nth(writers, number).username}`),
    },
    { name: 'notifications', requests: read(() => '/api/v1/notifications') },
  ];
  const writes = actions.map((action) => ({
    name: action,
    requests: writesOf(action, market, 0, sent),
  }));
  // Reads of the messages that the writes above have sent.
  const chat: Call[] = [
    { name: 'conversations', requests: read(() => '/api/v1/messages/users') },
    { name: 'messages of one', requests: read((number) => `/api/v1/messages/${partnerOf(number)}`) },
  ];
  return [...reads, ...writes, ...chat];
}
