import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connection.ts';
import type { Kind } from './mixed-load.ts';
import { milliseconds, quantile, toTable, verdict } from './numbers.ts';
import { openMarket } from './people.ts';
import { writeResults } from './results.ts';
import { withStage, type BenchOptions } from './stage.ts';

const wanted = { fromMemory: 0.9, megabytes: 250 };

/**
 * Measures latencies, errors, memory and pages from the cache, for 80% feed, 10% posts, 5% likes, 4% messages and 1%
 * new posts.
 */
export async function runMixed(options: BenchOptions): Promise<void> {
  const { sizes, seconds = 60, restMinutes, isQuick } = options;
  const [posts = 0] = sizes;
  const [connections, warmUp] = isQuick ? [4, 200] : [32, 5_000];
  await withStage(
    options,
    ['shared_buffers=1GB', 'shared_preload_libraries=pg_stat_statements'],
    async (stage) => {
      const databaseUrl = await stage.fill(posts);
      const db = await stage.connect(databaseUrl);
      const load = await stage.startWorker('mixed-load');
      const target = await stage.startTarget({ kind: 'app', databaseUrl, isWarm: true });
      await sql`create extension pg_stat_statements`.execute(db);
      const market = await openMarket(db);
      const run = (ms: number) => load({ port: target.port, connections, ms, market });
      const start = megabytesOf(target.pid);
      await run(warmUp);
      await sql`select pg_stat_statements_reset()`.execute(db);
      const { latencies, errors, seconds: took } = await run(seconds * 1000);
      const after = megabytesOf(target.pid);
      const fromMemory = 1 - (await countPageQueries(db)) / latencies.feed.length;
      await wait(restMinutes * 60_000);
      const later = megabytesOf(target.pid);

      const kinds = Object.fromEntries(
        (Object.keys(latencies) as Kind[]).map((kind) => [
          kind,
          {
            perSecond: latencies[kind].length / took,
            p50: quantile(latencies[kind], 0.5),
            p99: quantile(latencies[kind], 0.99),
          },
        ]),
      );
      const rows = Object.entries(kinds).map(([kind, { perSecond, p50, p99 }]) => [
        kind,
        perSecond.toFixed(0),
        milliseconds(p50),
        milliseconds(p99),
      ]);
      const megabytes = { start, after, later };
      const most = Math.max(...Object.values(megabytes).map(({ server }) => server));
      const lines = [
        `\nPostgreSQL ${stage.postgres}, ${posts} posts, ${connections} connections, ${took.toFixed(0)} s\n`,
        toTable(['', 'requests/s', 'p50 ms', 'p99 ms'], rows),
        '',
        `${verdict(fromMemory >= wanted.fromMemory)} ${(100 * fromMemory).toFixed(1)}% of the feed pages without a query for their posts (≥ 90%)`,
        `${verdict(most <= wanted.megabytes)} ${write(start)} MB at the start, ${write(after)} after, ${write(later)} after ${restMinutes} minutes (≤ ${wanted.megabytes}, + decoding photos)`,
        `${verdict(errors.length === 0)} ${errors.length} errors ${[...new Set(errors)].slice(0, 3).join(' · ')}`,
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
      const figures = { posts, connections, seconds: took, kinds, fromMemory, megabytes, errors };
      await writeResults('mixed', options, { postgres: stage.postgres }, figures);
    },
  );
}

/**
 * Counts the statements that read the posts of a page, which a cached page needs none of. What differs by viewer is
 * read by other statements.
 */
async function countPageQueries(db: Database): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements
    where query like '%"soldOut"%' and query not like '%pg_stat_statements%'`.execute(db);
  return rows[0]?.calls ?? 0;
}

interface Megabytes {
  server: number;
  /** The memory of the process that decodes photos, without what it shares with other processes. */
  decoder: number;
}

function megabytesOf(pid: number): Megabytes {
  const [decoder] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return {
    server: megabytesIn(pid, ['Rss']),
    decoder: decoder ? megabytesIn(decoder, ['Private_Clean', 'Private_Dirty']) : 0,
  };
}

function megabytesIn(pid: number | string, names: readonly string[]): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = names.map((name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]));
  return Math.round(kilobytes.reduce((total, size) => total + size) / 1024);
}

function write({ server, decoder }: Megabytes): string {
  return decoder > 0 ? `${server} + ${decoder}` : `${server}`;
}
