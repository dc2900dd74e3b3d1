import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connection.ts';
import type { Proxy } from '../server/test/faults/proxies.ts';
import { cpuOf } from './cpu.ts';
import { measureDisk } from './disk.ts';
import { milliseconds, quantile, toTable, verdict } from './numbers.ts';
import { addUsers, openMarket } from './people.ts';
import { readRedisInfo } from './redis-info.ts';
import { writeResults } from './results.ts';
import { withStage, type BenchOptions, type Stage, type Target } from './stage.ts';

const wanted = { efficiency: 0.85, p99: 250 };

interface Figures {
  processes: number;
  perSecond: number;
  perCpuSecond: number;
  messages: number;
  redisBytes: number;
  connections: number;
  errors: string[];
}

/**
 * Measures how many requests of the mixed load 1, 2 and 4 processes behind HAProxy handle for each second of processor
 * time. Then measures messages between sockets that two processes hold.
 */
export async function runCluster(options: BenchOptions): Promise<void> {
  const { sizes, only } = options;
  const [posts = 0] = sizes;
  const isWanted = (part: string) => !only || only.includes(part);
  await withStage(options, ['shared_buffers=1GB', 'max_connections=300'], async (stage) => {
    const databaseUrl = await stage.fill(posts);
    const scene: Scene = {
      stage,
      db: await stage.connect(databaseUrl),
      databaseUrl,
      redisUrl: await stage.startRedis(),
    };
    const figures = isWanted('load') ? await measureLoad(scene, options) : [];
    const held = isWanted('sockets') ? await holdSockets(scene, options) : undefined;
    if (!only) await writeResults('cluster', options, { postgres: stage.postgres }, { posts, figures, held });
  });
}

interface Scene {
  stage: Stage;
  db: Database;
  databaseUrl: string;
  redisUrl: string;
}

async function measureLoad(scene: Scene, { seconds = 60, isQuick }: BenchOptions): Promise<Figures[]> {
  const { stage, db, redisUrl } = scene;
  const [connections, warmUp] = isQuick ? [4, 200] : [32, 15_000];
  const market = await openMarket(db);
  const load = await stage.startWorker('mixed-load');
  const figures: Figures[] = [];
  for (const processes of isQuick ? [1, 2] : [1, 2, 4]) {
    const { targets, proxy, stop } = await openProcesses(scene, processes);
    const port = Number(new URL(proxy.url).port);
    // Warm up longer with more processes, because each compiles the program for itself.
    await load({ port, connections, ms: warmUp * processes, market });
    const pids = targets.map(({ pid }) => pid);
    const [cpu, bytes, messages] = [cpuOf(pids), await redisBytes(redisUrl), await messagesOf(targets)];
    const result = await load({ port, connections, ms: seconds * 1000, market });
    const requests = Object.values(result.latencies).reduce((sum, list) => sum + list.length, 0);
    figures.push({
      processes,
      perSecond: requests / result.seconds,
      perCpuSecond: requests / (cpuOf(pids) - cpu),
      messages: ((await messagesOf(targets)) - messages) / requests,
      redisBytes: ((await redisBytes(redisUrl)) - bytes) / requests,
      connections: await countConnections(db),
      errors: result.errors,
    });
    await stop();
  }
  const ofOne = ({ perCpuSecond }: Figures) => perCpuSecond / (figures[0]?.perCpuSecond ?? 0);
  const rows = figures.map((figure) => [
    String(figure.processes),
    figure.perSecond.toFixed(0),
    figure.perCpuSecond.toFixed(0),
    ofOne(figure).toFixed(2),
    figure.messages.toFixed(3),
    figure.redisBytes.toFixed(0),
    String(figure.connections),
  ]);
  const head = ['processes', 'requests/s', '/CPU s', 'of one', 'messages', 'Redis bytes', 'connections'];
  const least = Math.min(...figures.map(ofOne));
  const errors = figures.flatMap((figure) => figure.errors);
  process.stdout.write(
    [
      `\nPostgreSQL ${stage.postgres}, ${connections} connections, ${seconds} s each; messages and bytes for each request\n`,
      toTable(head, rows),
      '',
      `${verdict(least >= wanted.efficiency)} requests for each second of processor time of the processes: ${least.toFixed(2)} of one's (≥ ${wanted.efficiency})`,
      `${verdict(errors.length === 0)} ${errors.length} errors ${[...new Set(errors)].slice(0, 3).join(' · ')}\n`,
    ].join('\n'),
  );
  return figures;
}

async function holdSockets(scene: Scene, { minutes, isQuick }: BenchOptions): Promise<Held> {
  const { stage, db } = scene;
  const [sockets, perSecond] = isQuick ? [20, 20] : [2_000, 100];
  const { proxy, stop } = await openProcesses(scene, 2);
  const talkers = await addUsers(db, sockets);
  const chat = await stage.startWorker('chat-load');
  const port = Number(new URL(proxy.url).port);
  const ms = minutes * 60_000;
  const [{ latencies }, disk] = await Promise.all([chat({ port, talkers, ms, perSecond }), measureDisk(ms)]);
  await stop();
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  const diskP99 = quantile(disk, 0.99);
  process.stdout.write(
    `${verdict(p99 <= wanted.p99)} ${sockets} sockets at two processes for ${minutes} min, ${latencies.length} messages between them: ` +
      `p50 ${milliseconds(p50)} ms, p99 ${milliseconds(p99)} ms (≤ ${wanted.p99}); ` +
      `the disk alone: p99 ${milliseconds(diskP99)} ms\n`,
  );
  return { sockets, minutes, messages: latencies.length, p50, p99, diskP99 };
}

interface Held {
  sockets: number;
  minutes: number;
  messages: number;
  p50: number;
  p99: number;
  /** How many ms the disk took at most for 99 of 100 small writes, at the time of the measurement. */
  diskP99: number;
}

interface Processes {
  targets: Target[];
  proxy: Proxy;
  stop(): Promise<void>;
}

async function openProcesses({ stage, databaseUrl, redisUrl }: Scene, count: number): Promise<Processes> {
  const targets: Target[] = [];
  for (let index = 0; index < count; index += 1)
    targets.push(await stage.startTarget({ kind: 'app', databaseUrl, redisUrl, isWarm: true }));
  const urls = targets.map(({ port }) => `http://127.0.0.1:${port}`);
  const proxy = await stage.startHAProxy(urls);
  return {
    targets,
    proxy,
    async stop() {
      await proxy.close();
      await Promise.all(targets.map((target) => target.stop()));
    },
  };
}

async function redisBytes(url: string): Promise<number> {
  const read = await readRedisInfo(url);
  return read('total_net_input_bytes') + read('total_net_output_bytes');
}

async function messagesOf(targets: readonly Target[]): Promise<number> {
  const counts = await Promise.all(
    targets.map(async ({ port }) => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`);
      const { messages } = (await response.json()) as { messages: { published: Record<string, number> } };
      return Object.values(messages.published).reduce((sum, count) => sum + count, 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countConnections(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  return rows[0]?.count ?? 0;
}
