import { parseArgs } from 'node:util';
import { withLongLimits } from '../server/src/platform/db/time-limits.ts';
import type { BenchOptions } from './stage.ts';

const usage = `npm run bench -- data N          fills DATABASE_URL, else DATA_DIR, with N invented posts
npm run bench -- since COMMIT    measures this version and that of a commit in turns: calls, feed, mixed load
  --seconds S --turns N          the length of each slice, and how many each version gets
  --posts N --only like,mixed    the size, and some of the measures
  --embedded                     on the embedded database
npm run bench -- feed            compares the feed with hand-written limits, and its cost at several sizes with that at 10,000 posts
  --posts N,M                    the sizes, the first one for the limits and the embedded database
  --only limits,flat,embedded    some of the three parts
npm run bench -- chat            compares messages between 500 sockets with a bare relay
  --seconds S --turns N          the length of each turn of both, and how many
npm run bench -- writes          what each kind of write costs: requests/s, WAL, index entries, rows
  --posts N --only like,create   the size, and some of the kinds
npm run bench -- offers          the lists of offers at 10,000 and 1,000,000 offers
  --posts N                      the size of the market
npm run bench -- mixed           a mixed load: pages from memory, latencies, errors, memory
  --posts N --seconds S --rest M the size, the length, and the minutes until memory is read again
npm run bench -- flood COMMIT    what 20 honest people notice of attacks, with this version and that of a commit
  --seconds S --posts N          the length of each attack, and the size of the market
  --only searches,json           some of the attacks
npm run bench -- cluster         1, 2 and 4 processes behind HAProxy, and 2,000 sockets at two of them
  --seconds S --minutes M        the length of each load, and how long the sockets are held (10)
  --only load,sockets            one of the two parts
npm run bench -- costs           processor time of each call in the app, PostgreSQL, HAProxy and Redis
npm run bench -- alerts          10,000 price alerts against the prices of a week
npm run bench -- market          takes a file of 1,000,000 rates into PostgreSQL, twice, then asks for the market page
  --rows N                       another size
npm run bench -- web             Lighthouse on the main screens, and the feed on a slow line
  --runs N                       the median of N runs (3)
  --only lighthouse,visits       one of the two parts
  --screens feed,post            some screens
  --language ml                  the browser's language
  --data FOLDER                  a data folder with a complete demo market
  --quick                        with any of them: 1,000 posts and a few seconds, to see that it works; stores no figures
`;

/** The modules are loaded on demand, because servers and load generators are separate processes. */
const benches: Record<string, () => Promise<(options: BenchOptions) => Promise<void>>> = {
  feed: async () => (await import('./feed.ts')).runFeed,
  since: async () => (await import('./since.ts')).runSince,
  chat: async () => (await import('./chat.ts')).runChat,
  writes: async () => (await import('./writes.ts')).runWrites,
  offers: async () => (await import('./offers.ts')).runOffers,
  mixed: async () => (await import('./mixed.ts')).runMixed,
  flood: async () => (await import('./flood.ts')).runFlood,
  alerts: async () => (await import('./alerts.ts')).runAlerts,
  cluster: async () => (await import('./cluster.ts')).runCluster,
  costs: async () => (await import('./costs.ts')).runCosts,
  market: async () => (await import('./market.ts')).runMarket,
  web: async () => (await import('./web.ts')).runWeb,
};

const workers: Record<string, () => Promise<(order: never) => Promise<object>>> = {
  serve: async () => (await import('./target.ts')).serve,
  load: async () => (await import('./load.ts')).runLoad,
  'chat-load': async () => (await import('./chat-load.ts')).runChatLoad,
  'mixed-load': async () => (await import('./mixed-load.ts')).runMixedLoad,
  'flood-load': async () => (await import('./flood-load.ts')).runFloodLoad,
};

const text = { type: 'string' } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    posts: text,
    only: text,
    seconds: text,
    turns: text,
    rest: text,
    minutes: text,
    rows: text,
    runs: text,
    screens: text,
    language: text,
    data: text,
    embedded: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});
const [name = '', argument] = positionals;
const isQuick = values.quick;

function numberOf(given: string | undefined, usual: number, quick: number): number {
  return given === undefined ? (isQuick ? quick : usual) : Number(given);
}

const options: BenchOptions = {
  sizes: (values.posts ?? (isQuick ? '1000' : '100000')).split(',').map(Number),
  only: values.only?.split(','),
  seconds: values.seconds === undefined ? (isQuick ? 0.2 : undefined) : Number(values.seconds),
  turns: numberOf(values.turns, 7, 1),
  pairs: isQuick ? 3 : 240,
  restMinutes: numberOf(values.rest, 10, 0),
  minutes: numberOf(values.minutes, 10, 0.05),
  rows: numberOf(values.rows, 1_000_000, 2_000),
  runs: numberOf(values.runs, 3, 1),
  screens: values.screens?.split(','),
  language: values.language,
  data: values.data,
  commit: argument,
  isEmbedded: values.embedded,
  isQuick,
};

if (name === 'data') {
  const { runData } = await import('./data.ts');
  await withLongLimits(() => runData(Number(argument)));
} else if (benches[name]) {
  const run = await benches[name]();
  await withLongLimits(() => run(options));
} else if (workers[name]) {
  await obey(await workers[name]());
} else {
  process.stdout.write(usage);
}

/** Runs the orders of the parent process and sends it each result. The process ends with its parent. */
async function obey(run: (order: never) => Promise<object>): Promise<void> {
  process.on('disconnect', () => process.exit());
  process.on('message', (order) => {
    run(order as never).then(
      (result) => process.send?.(result),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
  process.send?.({ isReady: true });
}
