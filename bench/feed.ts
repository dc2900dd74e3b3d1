import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { compareWithHealth, compareWithLimits, type Turns } from './compare.ts';
import { makeData } from './data.ts';
import { makeDatabase } from './database.ts';
import { measureFlatness, type Size } from './flatness.ts';
import { startTarget, type Target } from './processes.ts';
import { writeResults } from './results.ts';
import { registerViewer } from './viewer.ts';

const smallest = 10_000;

export interface FeedOptions extends Turns {
  /** The first is the size for the limits and of the embedded database. */
  sizes: readonly number[];
  only: string | undefined;
}

/** Against its limits, and at several sizes, on PostgreSQL and on the embedded database. */
export async function runFeed({ sizes, only, ...turns }: FeedOptions): Promise<void> {
  const isWanted = (part: string) => !only || only === part;
  const [size = 0] = sizes;
  if (isWanted('limits') || isWanted('flat')) {
    const postgres = await startPostgres({ isDurable: true, settings: ['shared_buffers=1GB'] });
    const versions = { postgresql: postgres.version };
    process.stdout.write(`PostgreSQL ${postgres.version}\n`);
    const filled = new Map<number, string>();
    const fill = async (posts: number) => {
      const databaseUrl = filled.get(posts) ?? (await makeDatabase(postgres.url, `bench_${posts}`));
      if (!filled.has(posts)) await makeData({ databaseUrl, dataDir: '' }, posts, true);
      filled.set(posts, databaseUrl);
      return { posts, databaseUrl };
    };
    try {
      if (isWanted('limits')) {
        const { databaseUrl } = await fill(size);
        const results = await compareWithLimits(databaseUrl, turns);
        await writeResults('feed-limits', versions, { posts: size, ...results });
      }
      if (isWanted('flat')) {
        const small = await fill(smallest);
        const results: object[] = [];
        for (const posts of sizes) results.push(await compareSizes([small, await fill(posts)]));
        await writeResults('feed-flat', versions, { results });
      }
    } finally {
      await postgres.stop();
    }
  }
  if (isWanted('embedded')) await runEmbedded(size, turns);
}

async function runEmbedded(posts: number, turns: Turns): Promise<void> {
  process.stdout.write('\nEmbedded database\n');
  const folders: string[] = [];
  const fill = async (count: number) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'upaj-bench-'));
    folders.push(dataDir);
    await makeData({ databaseUrl: undefined, dataDir }, count, true);
    return { posts: count, dataDir };
  };
  try {
    const [small, large] = [await fill(smallest), await fill(posts)];
    const target = await startTarget({ kind: 'app', isWarm: true, dataDir: large.dataDir });
    const { headers } = await registerViewer(target.port);
    const warm = await compareWithHealth(target.port, headers, turns).finally(() => target.stop());
    const flat = await compareSizes([small, large]);
    await writeResults('feed-embedded', {}, { posts, warm, flat });
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

interface Place {
  posts: number;
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
}

async function compareSizes(places: readonly [Place, Place]): Promise<object> {
  const targets: Target[] = [];
  const open = async ({ posts, ...place }: Place): Promise<Size> => {
    const target = await startTarget({ kind: 'app', isWarm: false, ...place });
    targets.push(target);
    const { headers } = await registerViewer(target.port);
    return { posts, port: target.port, headers };
  };
  try {
    return await measureFlatness(await open(places[0]), await open(places[1]));
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
  }
}
