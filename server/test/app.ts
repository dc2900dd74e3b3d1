import { searchBursts } from '@upaj/contract/rate-limits';
import { searches } from '@upaj/contract/trade/feed';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type AppOptions, type Services } from '#src/app.ts';
import { readEnv, type Env } from '#src/env.ts';
import { connect } from '#src/platform/db/connect.ts';
import type { Job } from '#src/platform/jobs/job.ts';
import { openPhotoDecoder } from '#src/platform/media/photo-decoder.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { assertNoSecrets } from './secrets.ts';
import { testSecretKey } from './session-cookie.ts';

export interface TestApp {
  url: string;
  dataDir: string;
  database: TestDatabase;
  services: Services;
  jobs: Job[];
  logs: string[];
  close(): Promise<void>;
}

/** One decoder is shared, because its process takes longer to start than most apps live. */
const sharedDecoder = { ...openPhotoDecoder(), close() {} };

const day = 24 * 60 * 60_000;

const levels: Readonly<Record<string, number>> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50 };

export interface TestAppOptions extends Partial<Omit<AppOptions, 'env'>> {
  env?: Partial<Env>;
  port?: number;
  /**
   * False sets the time limits of database statements that production has. By default they are longer, because a busy
   * machine may exceed them.
   */
  isPatient?: boolean;
  /** True keeps the limits of searches. Most tests send more of them than people do. */
  hasSearchLimits?: boolean;
}

const searchLimits = [searchBursts, searches];

/** Makes the app with almost unlimited searches. */
function createWithSearches(options: AppOptions): ReturnType<typeof createApp> {
  const usual = searchLimits.map(({ points }) => points);
  for (const limit of searchLimits) limit.points = 100_000;
  return createApp(options).finally(() => {
    for (const [index, limit] of searchLimits.entries()) limit.points = usual[index] ?? 0;
  });
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const create = options.hasSearchLimits ? createApp : createWithSearches;
  const dataDir = await mkdtemp(join(tmpdir(), 'upaj-test-'));
  const database = await openTestDatabase({ isPatient: options.isPatient });
  const settings = {
    ...readEnv({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SECRET_KEY: testSecretKey,
      // Tests do not fetch the weather from the internet.
      OPEN_METEO_URL: 'http://127.0.0.1:1',
    }),
    ...options.env,
  };
  // All lines are logged, so that the tests find a secret in any of them.
  const env = { ...settings, logLevel: 'trace' };
  const leastLevel = levels[settings.logLevel] ?? 0;
  const lines: string[] = [];
  const logs: string[] = [];
  const { server, services, jobs, metricsServer } = await create({
    db: database.db,
    findLoad: database.findLoad,
    countWrites: options.db ? undefined : database.countWrites,
    decoder: sharedDecoder,
    webDir: join(dataDir, 'no-web-app'),
    // The app checks for changed rates rarely, so that tests count only the queries of their own calls.
    ratesCheckedEvery: day,
    // A test delivers its events itself, or waits for those of its calls.
    eventsPolledEvery: day,
    // The timeout is long: after a shorter pause of a busy machine, each process would count rate limits alone.
    redisTimeout: 10_000,
    // Hashing is cheap, because tests register a thousand people, and the usual cost is 26 ms of computing for each.
    passwordCost: { memory: 64, passes: 1, parallelism: 1 },
    logStream: {
      write(line) {
        lines.push(line);
        const level = levelOf(line);
        if (level >= leastLevel) logs.push(line);
        if (level >= 50) process.stderr.write(line);
      },
    },
    ...options,
    feed: { gatherFor: 0, ...options.feed },
    env,
  });
  await metricsServer?.listen();
  await server.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    database,
    services,
    jobs,
    logs,
    async close() {
      await server.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
      assertNoSecrets(lines);
    },
  };
}

/** Starts another process on the database of `first`. */
export async function startSecondApp(
  { database: { url } }: TestApp,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const { db, close: disconnect } = await connect({ databaseUrl: url, dataDir: '' });
  const app = await startTestApp({ ...options, db });
  return {
    ...app,
    async close() {
      await app.close();
      await disconnect();
    },
  };
}

function levelOf(line: string): number {
  return (JSON.parse(line) as { level: number }).level;
}

export async function storedFiles({ dataDir }: TestApp): Promise<string[]> {
  try {
    return (await readdir(join(dataDir, 'media'))).toSorted();
  } catch {
    return [];
  }
}

export async function tableRows({ database }: TestApp): Promise<unknown[]> {
  const tables = await database.db.introspection.getTables();
  const rows = tables.map(({ name }) =>
    database.db
      .selectFrom(name as 'users')
      .selectAll()
      .execute(),
  );
  return (await Promise.all(rows)).flat();
}
