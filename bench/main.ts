import { parseArgs } from 'node:util';
import { withLongLimits } from '../server/src/platform/db/time-limits.ts';
import { runOrders } from './orders.ts';

const usage = `npm run bench -- data N          fills DATABASE_URL, else DATA_DIR, with N invented posts
npm run bench -- feed            compares the feed with hand-written limits, and its cost at several sizes with that at 10,000 posts
  --posts N,M                    the sizes, the first one for the limits and the embedded database
  --only limits|flat|embedded    one of the three parts
npm run bench -- chat            compares messages between 500 sockets with a bare relay
  --seconds S --rounds R         the length of each round per target
npm run bench -- writes          compares each kind of write with a hand-written statement: requests/s, WAL, index entries
  --posts N --only like,create …  the size, and some of the kinds
npm run bench -- offers          the lists of offers at 10,000 and 1,000,000 offers
  --posts N                      the size of the market
npm run bench -- mixed           a mixed load: pages from memory, latencies, errors, memory
  --posts N --seconds S --rest M the size, the length, and the minutes until memory is read again
npm run bench -- alerts          10,000 price alerts against the prices of a week
npm run bench -- market          takes a file of 1,000,000 rates into PostgreSQL, twice, then asks for the market page
  --rows N                       another size
npm run bench -- web             Lighthouse on the main screens, and the feed on a slow line
  --runs N                       the median of N runs (3)
  --only lighthouse|visits       one of the two parts
  --screens feed,post            some screens
  --data FOLDER                  a data folder with a complete demo market
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    posts: { type: 'string', default: '100000' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string', default: '6' },
    rest: { type: 'string', default: '10' },
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    screens: { type: 'string' },
    data: { type: 'string' },
  },
});

// On demand: servers and load generators are separate processes.
switch (positionals[0]) {
  case 'data': {
    const count = Number(positionals[1]);
    if (!Number.isSafeInteger(count) || count < 1) throw new Error(`How many posts?\n${usage}`);
    const { runData } = await import('./data.ts');
    await withLongLimits(() => runData(count));
    break;
  }
  case 'feed': {
    const { runFeed } = await import('./feed.ts');
    const { posts, only, seconds, rounds } = values;
    await withLongLimits(() =>
      runFeed({
        sizes: posts.split(',').map(Number),
        only,
        seconds: Number(seconds ?? 2),
        rounds: Number(rounds),
      }),
    );
    break;
  }
  case 'chat': {
    const { runChat } = await import('./chat.ts');
    const { seconds, rounds } = values;
    await withLongLimits(() => runChat({ seconds: Number(seconds ?? 2), rounds: Number(rounds) }));
    break;
  }
  case 'writes': {
    const { runWrites } = await import('./writes.ts');
    const { posts, only, seconds, rounds } = values;
    await withLongLimits(() =>
      runWrites({ posts: Number(posts), only, seconds: Number(seconds ?? 2), rounds: Number(rounds) }),
    );
    break;
  }
  case 'offers': {
    const { runOffers } = await import('./offers.ts');
    await withLongLimits(() => runOffers({ posts: Number(values.posts) }));
    break;
  }
  case 'mixed': {
    const { runMixed } = await import('./mixed.ts');
    const { posts, seconds, rest } = values;
    await withLongLimits(() =>
      runMixed({ posts: Number(posts), seconds: Number(seconds ?? 60), restMinutes: Number(rest) }),
    );
    break;
  }
  case 'mixed-load': {
    const { runMixed } = await import('./mixed-load.ts');
    runOrders(runMixed);
    break;
  }
  case 'write-load': {
    const { runWrites } = await import('./write-load.ts');
    runOrders(runWrites);
    break;
  }
  case 'alerts': {
    const { runAlerts } = await import('./alerts.ts');
    await withLongLimits(runAlerts);
    break;
  }
  case 'market': {
    const { runMarket } = await import('./market.ts');
    await withLongLimits(() => runMarket({ rows: Number(values.rows) }));
    break;
  }
  case 'web': {
    const { runWeb } = await import('./web.ts');
    const { only, screens, runs, data } = values;
    await runWeb({ only, screens: screens?.split(','), runs: Number(runs), data });
    break;
  }
  case 'chat-load': {
    const { runChatLoad } = await import('./chat-load.ts');
    runOrders(runChatLoad);
    break;
  }
  case 'serve': {
    const { serve } = await import('./target.ts');
    runOrders(serve);
    break;
  }
  case 'load': {
    const { runLoad } = await import('./load.ts');
    runOrders(runLoad);
    break;
  }
  default:
    process.stdout.write(usage);
}
