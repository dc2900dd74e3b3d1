import { cp } from 'node:fs/promises';
import { compareWithHealth, compareWithLimits } from './compare.ts';
import { makeData } from './data.ts';
import { measureFlatness, type Size } from './flatness.ts';
import { registerViewer } from './people.ts';
import { writeResults } from './results.ts';
import { withStage, type BenchOptions, type Stage } from './stage.ts';

interface Place {
  posts: number;
  databaseUrl?: string;
  dataDir?: string;
}

/** Compares the feed with its limits and at several sizes, on PostgreSQL and on the embedded database. */
export async function runFeed(options: BenchOptions): Promise<void> {
  const { sizes, only, isQuick } = options;
  const isWanted = (part: string) => !only || only.includes(part);
  const [size = 0] = sizes;
  const smallest = isQuick ? size : 10_000;
  if (isWanted('limits') || isWanted('flat')) {
    await withStage(options, ['shared_buffers=1GB'], async (stage) => {
      const versions = { postgresql: stage.postgres };
      process.stdout.write(`PostgreSQL ${stage.postgres}\n`);
      const fill = async (posts: number) => ({ posts, databaseUrl: await stage.fill(posts) });
      if (isWanted('limits')) {
        const { databaseUrl } = await fill(size);
        const results = await compareWithLimits(stage, databaseUrl, options);
        await writeResults('feed-limits', options, versions, { posts: size, ...results });
      }
      if (isWanted('flat')) {
        const small = await fill(smallest);
        const results: object[] = [];
        for (const posts of sizes)
          results.push(await compareSizes(stage, [small, await fill(posts)], options));
        await writeResults('feed-flat', options, versions, { results });
      }
    });
  }
  if (isWanted('embedded'))
    await withStage(options, undefined, (stage) => runEmbedded(stage, smallest, size, options));
}

async function runEmbedded(
  stage: Stage,
  smallest: number,
  posts: number,
  options: BenchOptions,
): Promise<void> {
  process.stdout.write('\nEmbedded database\n');
  const fill = async (count: number) => {
    const dataDir = await stage.addFolder();
    await makeData({ databaseUrl: undefined, dataDir }, count);
    return { posts: count, dataDir };
  };
  const small = await fill(smallest);
  const large = { posts, dataDir: await stage.addFolder() };
  if (posts === smallest) await cp(small.dataDir, large.dataDir, { recursive: true });
  else await makeData({ databaseUrl: undefined, ...large }, posts);
  const target = await stage.startTarget({ kind: 'app', isWarm: true, dataDir: large.dataDir });
  const { cookie } = await registerViewer(target.port);
  const warm = await compareWithHealth(stage, target.port, cookie, options);
  // Stop the server first, because only one process at a time may open a data folder.
  await target.stop();
  const flat = await compareSizes(stage, [small, large], options);
  await writeResults('feed-embedded', options, {}, { posts, warm, flat });
}

async function compareSizes(
  stage: Stage,
  places: readonly [Place, Place],
  { pairs }: BenchOptions,
): Promise<object> {
  const open = async ({ posts, ...place }: Place): Promise<Size> => {
    const target = await stage.startTarget({ kind: 'app', isWarm: false, ...place });
    const { cookie } = await registerViewer(target.port);
    return { posts, port: target.port, cookie, stop: target.stop };
  };
  const [small, large] = [await open(places[0]), await open(places[1])];
  const results = await measureFlatness(small, large, pairs);
  await Promise.all([small.stop(), large.stop()]);
  return results;
}
