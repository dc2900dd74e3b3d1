import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import packageFile from '../package.json' with { type: 'json' };
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { startRedis } from '../scripts/lib/redis.mjs';
import { connect } from '../server/src/platform/db/connect.ts';
import type { Database } from '../server/src/platform/db/connection.ts';
import { startProxy, type Proxy } from '../server/test/faults/proxies.ts';
import { checkOutRelease } from '../server/test/faults/release.ts';
import { freePort, waitUntilOpen } from '../server/test/process.ts';
import { testSecretKey } from '../server/test/session-cookie.ts';
import type { runChatLoad } from './chat-load.ts';
import { makeData } from './data.ts';
import type { runFloodLoad } from './flood-load.ts';
import type { runLoad } from './load.ts';
import type { runMixedLoad } from './mixed-load.ts';
import type { TargetOrder } from './target.ts';

export interface BenchOptions {
  /** How many posts the database has; `feed` takes several sizes. */
  sizes: readonly number[];
  /** The parts or kinds to measure; all when it is absent. */
  only: readonly string[] | undefined;
  seconds: number | undefined;
  turns: number;
  /** How many pairs of requests, sent in turns, make one figure of a list. */
  pairs: number;
  restMinutes: number;
  /** For how many minutes sockets are held open. */
  minutes: number;
  rows: number;
  runs: number;
  screens: readonly string[] | undefined;
  language: string | undefined;
  data: string | undefined;
  /** The commit whose version is compared with this version. */
  commit?: string | undefined;
  isEmbedded?: boolean;
  /** The URL of a running PostgreSQL, which is used instead of one that the bench starts with its settings. */
  server?: string;
  /** True for a run of a few seconds that shows that the bench works. Its figures mean nothing and are not stored. */
  isQuick: boolean;
}

/** The load generators. Each is a process that runs the orders of its parent with this function. */
export interface Workers {
  load: typeof runLoad;
  'chat-load': typeof runChatLoad;
  'mixed-load': typeof runMixedLoad;
  'flood-load': typeof runFloodLoad;
}

export interface Target {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts what a bench needs. All of it is stopped and removed when the bench ends, also by an error or Ctrl-C. */
export interface Stage {
  postgres: string;
  addFolder(): Promise<string>;
  /** Copies the database at `template`, which must have no connections. */
  addDatabase(template?: string): Promise<string>;
  /** Returns a database with this many invented posts. */
  fill(posts: number): Promise<string>;
  connect(databaseUrl: string): Promise<Database>;
  startRedis(): Promise<string>;
  startTarget(order: TargetOrder): Promise<Target>;
  /** @returns the folder with the version of this commit */
  checkOut(commit: string): Promise<string>;
  /** Runs the server of the version in this folder as its `npm start` does. */
  startVersion(folder: string, env: NodeJS.ProcessEnv): Promise<Target>;
  startHAProxy(servers: readonly string[]): Promise<Proxy>;
  startWorker<Name extends keyof Workers>(name: Name): Promise<Workers[Name]>;
}

const memoryLimits = packageFile.scripts.start.split(' ').filter((part) => part.startsWith('--'));
const envOfVersions = {
  NODE_ENV: 'production',
  DEMO_DATA: 'off',
  DRAIN_SECONDS: '0',
  SECRET_KEY: testSecretKey,
  // The weather provider must not affect the results.
  OPEN_METEO_URL: 'http://127.0.0.1:9',
};
const main = fileURLToPath(new URL('main.ts', import.meta.url));

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a bench and removes what it started. @param settings of the PostgreSQL to start; without them none is started
 */
export async function withStage(
  { server }: BenchOptions,
  settings: readonly string[] | undefined,
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const closing: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of closing.toReversed()) await close();
  };
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closeAll());
  const stopOnSignal = () => void close().finally(() => process.exit(1));
  for (const signal of signals) process.once(signal, stopOnSignal);
  const filled = new Map<number, string>();
  const postgres = settings && !server ? await startPostgres({ isDurable: true, settings }) : undefined;
  if (postgres) closing.push(postgres.stop);
  const serverUrl = server ?? postgres?.url ?? '';

  async function startChild(command: string, execArgv: string[] = []): Promise<ChildProcess> {
    const child = fork(main, [command], {
      execArgv,
      // The log goes to /dev/null, so that writing it is measured too.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    closing.push(() => stopChild(child));
    await answerOf(child);
    return child;
  }

  const stage: Stage = {
    postgres: postgres?.version ?? 'as given',
    async addFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'upaj-bench-'));
      closing.push(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
    async addDatabase(template = new URL('template1', serverUrl).href) {
      const name = `bench_${randomUUID().replaceAll('-', '')}`;
      const client = new Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(`create database ${name} template ${new URL(template).pathname.slice(1)}`);
      await client.end();
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
    async fill(posts) {
      const databaseUrl = filled.get(posts) ?? (await stage.addDatabase());
      if (!filled.has(posts)) await makeData({ databaseUrl, dataDir: '' }, posts);
      filled.set(posts, databaseUrl);
      return databaseUrl;
    },
    async connect(databaseUrl) {
      const { db, close } = await connect({ databaseUrl, dataDir: '', poolSize: 1 });
      closing.push(close);
      return db;
    },
    async startRedis() {
      const redis = await startRedis();
      closing.push(redis.halt);
      return redis.url;
    },
    async startTarget(order) {
      const child = await startChild('serve', memoryLimits);
      const { port } = await sendOrder<{ port: number }>(child, order);
      return { port, pid: child.pid ?? 0, stop: () => stopChild(child) };
    },
    async checkOut(commit) {
      const { folder, close } = await checkOutRelease(commit, { packages: 'of the commit' });
      closing.push(close);
      return folder;
    },
    async startVersion(folder, env) {
      const { scripts } = JSON.parse(
        await readFile(join(folder, 'package.json'), 'utf8'),
      ) as typeof packageFile;
      const port = await freePort();
      const child = spawn(process.execPath, scripts.start.split(' ').slice(1), {
        cwd: folder,
        // The log goes to /dev/null, so that writing it is measured for this version too.
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { PATH: process.env['PATH'], ...envOfVersions, PORT: String(port), ...env },
      });
      closing.push(() => stopChild(child));
      await waitUntilOpen({ url: `http://127.0.0.1:${port}`, child });
      return { port, pid: child.pid ?? 0, stop: () => stopChild(child) };
    },
    async startHAProxy(servers) {
      const proxy = await startProxy('HAProxy', servers, { isPlain: true });
      closing.push(proxy.close);
      return proxy;
    },
    async startWorker(name) {
      const child = await startChild(name);
      return ((order: object) => sendOrder(child, order)) as Workers[typeof name];
    },
  };
  try {
    await work(stage);
  } finally {
    await close();
    for (const signal of signals) process.off(signal, stopOnSignal);
  }
}

function sendOrder<T>(child: ChildProcess, order: object): Promise<T> {
  const response = answerOf(child);
  child.send(order);
  return response as Promise<T>;
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`A process of the benchmark ended with ${code}.`));
    child.once('exit', onExit);
    child.once('message', (message: { error?: string }) => {
      child.off('exit', onExit);
      if (message.error) reject(new Error(message.error));
      else resolve(message);
    });
  });
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
