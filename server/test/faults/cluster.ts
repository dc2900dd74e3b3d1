import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '#src/platform/db/connect.ts';
import type { Connection } from '#src/platform/db/connection.ts';
import { openBalancer } from '#test/balancer.ts';
import { addPerson, addPost, photo } from '#test/factories.ts';
import {
  freePort,
  killServers,
  runCommand,
  spawnServer,
  waitUntilOpen,
  type ServerProcess,
} from '#test/process.ts';
import type { PostgresServer } from '../../../scripts/lib/postgres.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import type { RedisServer } from '../../../scripts/lib/redis.mjs';
import { startRedis } from '../../../scripts/lib/redis.mjs';
import type { LoadPlace } from './load.ts';
import { startProxy } from './proxies.ts';
import type { Release } from './release.ts';
import { startS3, type S3Process } from './s3-process.ts';
import { startStandby, type Standby } from './standby.ts';

export interface ClusterOptions {
  people: number;
  processes: number;
  proxy: 'HAProxy' | 'balancer';
  standby?: 'synchronous' | 'asynchronous';
  release?: Release;
}

/**
 * Several processes of the server behind a proxy, each with a data folder of its own, and the servers that they need.
 */
export interface Cluster {
  place: LoadPlace;
  processes: ServerProcess[];
  postgres: PostgresServer;
  standby: Standby | undefined;
  redis: RedisServer;
  s3: S3Process;
  database: Connection;
  /** The errors that the processes logged. */
  logged: Set<string>;
  /** Starts the process with this index again. */
  reopen(index: number, release?: Release): Promise<void>;
  migrate(release: Release | undefined): Promise<void>;
  close(): Promise<void>;
}

const mostStarts = 5;

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const closing: (() => unknown)[] = [];
  const stopOnSignal = () => process.exit(1);
  process.once('exit', killServers);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopOnSignal);
  const close = async () => {
    process.off('exit', killServers);
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stopOnSignal);
    killServers();
    for (const end of closing.toReversed()) await end();
  };
  try {
    return { ...(await start(options, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(options: ClusterOptions, closing: (() => unknown)[]): Promise<Omit<Cluster, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-cluster-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startPostgres({ settings: ['synchronous_commit=on', 'full_page_writes=on'] });
  closing.push(postgres.stop);
  const standby = options.standby && (await startStandby(postgres.url));
  if (standby) closing.push(standby.stop);
  const databaseUrl = postgres.url.replace(
    /@[^/]+/,
    standby ? `@127.0.0.1:${postgres.port},127.0.0.1:${standby.port}` : '$&',
  );
  const database = await connect({ databaseUrl, dataDir: folder, poolSize: 2 });
  closing.push(() => database.close());
  if (options.standby === 'synchronous') {
    await sql`alter system set synchronous_standby_names = '*'`.execute(database.db);
    await sql`select pg_reload_conf()`.execute(database.db);
  }
  const redis = await startRedis();
  closing.push(redis.halt);
  const s3 = await startS3();
  closing.push(s3.close);

  const ports = await Promise.all(Array.from({ length: options.processes }, freePort));
  const proxyPort = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    S3_URL: s3.url,
    SECRET_KEY: 'k'.repeat(32),
    PUBLIC_URL: `https://localhost:${proxyPort}`,
    MIGRATE: 'off',
    LOG_LEVEL: 'error',
  };
  const migrate = async (release: Release | undefined) => {
    const { code, err } = await runCommand('migrate', [], env, { folder: release?.folder });
    if (code !== 0) throw new Error(`The migration failed: ${err}`);
  };
  await migrate(options.release);
  const logged = new Set<string>();
  /** Starts a process again when it ends early, as a supervisor does. */
  const open = async (index: number, release?: Release, tries = 1): Promise<ServerProcess> => {
    const own = { ...env, DATA_DIR: join(folder, String(index)), RELEASE_COMMIT: release?.name };
    // Earlier releases did not create the folder.
    await mkdir(own.DATA_DIR, { recursive: true });
    const server = spawnServer(ports[index] ?? 0, own, release?.folder);
    server.child.stdout?.on('data', (text: Buffer) => addErrors(logged, text.toString()));
    try {
      await waitUntilOpen(server);
      return server;
    } catch (error) {
      if (tries === mostStarts) throw error;
      return open(index, release, tries + 1);
    }
  };
  const processes = await Promise.all(ports.map((_, index) => open(index, options.release)));
  closing.push(async () => {
    killServers();
    await Promise.all(processes.map(({ ended }) => ended));
  });
  const urls = processes.map(({ url }) => url);
  const proxy =
    options.proxy === 'HAProxy'
      ? await startProxy('HAProxy', urls, { port: proxyPort })
      : await openBalancer(urls);
  closing.push(proxy.close);

  const people = [];
  for (let count = 0; count < options.people; count += 1) people.push(await addPerson(proxy.url));
  const posts = await Promise.all(people.map((person) => addPost(person))).catch((error: unknown) => {
    throw new Error([...logged].join('\n'), { cause: error });
  });
  return {
    place: {
      servers: [proxy],
      people,
      postIds: posts.map(({ _id }) => _id),
      photo: await photo({ width: 320, height: 240 }),
    },
    processes,
    postgres,
    standby,
    redis,
    s3,
    database,
    logged,
    async reopen(index, release) {
      processes[index] = await open(index, release);
    },
    migrate,
  };
}

function addErrors(logged: Set<string>, text: string): void {
  for (const line of text.split('\n').filter((part) => part.startsWith('{"level":')))
    try {
      const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } };
      logged.add([msg, err?.message].filter(Boolean).join(': '));
    } catch {
      // Skip a line that is no JSON, because the output may end within a line.
    }
}
