import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { compareWithLimits } from './compare.ts';
import { makeData } from './data.ts';
import { makeDatabase } from './database.ts';
import { measureFlatness, type Size } from './flatness.ts';
import { startTarget, type Target } from './processes.ts';
import { registerViewer } from './viewer.ts';

const smallSize = 10_000;

export interface FeedOptions {
  posts: number;
  only: string | undefined;
  seconds: number;
  rounds: number;
}

/** Against its limits, and at two sizes, on PostgreSQL and on the embedded database. */
export async function runFeed({ posts, only, seconds, rounds }: FeedOptions): Promise<void> {
  const isWanted = (part: string) => !only || only === part;
  if (isWanted('limits') || isWanted('flat')) {
    const postgres = await startPostgres({ isDurable: true, settings: ['shared_buffers=1GB'] });
    process.stdout.write(`PostgreSQL ${postgres.version}\n`);
    try {
      const large = await makeFilled(postgres.url, posts);
      if (isWanted('limits')) await compareWithLimits(large, { posts, rounds, seconds });
      if (isWanted('flat')) {
        const small = await makeFilled(postgres.url, smallSize);
        await compareSizes([
          { posts: smallSize, databaseUrl: small },
          { posts, databaseUrl: large },
        ]);
      }
    } finally {
      await postgres.stop();
    }
  }
  if (isWanted('embedded')) await compareEmbedded(posts);
}

async function makeFilled(server: string, posts: number): Promise<string> {
  const databaseUrl = await makeDatabase(server, `bench_${posts}`);
  await makeData({ databaseUrl, dataDir: '' }, posts, true);
  return databaseUrl;
}

async function compareEmbedded(posts: number): Promise<void> {
  process.stdout.write('\nEmbedded database\n');
  const folders: string[] = [];
  try {
    for (const size of [smallSize, posts]) {
      const folder = await mkdtemp(join(tmpdir(), 'upaj-bench-'));
      folders.push(folder);
      await makeData({ databaseUrl: undefined, dataDir: folder }, size, true);
    }
    await compareSizes([
      { posts: smallSize, dataDir: folders[0] },
      { posts, dataDir: folders[1] },
    ]);
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

interface Place {
  posts: number;
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
}

async function compareSizes(places: readonly [Place, Place]): Promise<void> {
  const targets: Target[] = [];
  const open = async ({ posts, ...place }: Place): Promise<Size> => {
    const target = await startTarget({ kind: 'app', isWarm: false, ...place });
    targets.push(target);
    const { headers } = await registerViewer(target.port);
    return { posts, port: target.port, headers };
  };
  try {
    await measureFlatness(await open(places[0]), await open(places[1]));
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
  }
}
