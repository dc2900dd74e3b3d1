import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type AppOptions, type Services } from '#src/app.ts';
import { readEnv, type Env } from '#src/env.ts';
import type { Job } from '#src/jobs/job.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

export interface TestApp {
  url: string;
  dataDir: string;
  database: TestDatabase;
  services: Services;
  /** What is due by the clock, begun by nobody. */
  jobs: Job[];
  /** Log lines, as written. */
  logs: string[];
  close(): Promise<void>;
}

export interface TestAppOptions extends Partial<Omit<AppOptions, 'env'>> {
  env?: Partial<Env>;
  /** A free one when left out. */
  port?: number;
}

/** The whole application on a port and a database of its own; answers are checked against the contract. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upaj-test-'));
  const database = await openTestDatabase();
  const env = { ...readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), ...options.env };
  const logs: string[] = [];
  const { server, services, jobs } = await createApp({
    db: database.db,
    webDir: join(dataDir, 'no-web-app'),
    // What a test counts are the queries of its calls.
    ratesCheckedEvery: 24 * 60 * 60_000,
    logStream: {
      write(line) {
        logs.push(line);
        if (isError(line)) process.stderr.write(line);
      },
    },
    ...options,
    env,
  });
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
    },
  };
}

/** Errors of the server belong on the screen of whoever runs the test. */
function isError(line: string): boolean {
  return (JSON.parse(line) as { level: number }).level >= 50;
}

/** Names of the files in the media folder. */
export async function keptFiles({ dataDir }: TestApp): Promise<string[]> {
  try {
    return (await readdir(join(dataDir, 'media'))).toSorted();
  } catch {
    // The folder is made with its first picture.
    return [];
  }
}

/** Every row of every table. */
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
