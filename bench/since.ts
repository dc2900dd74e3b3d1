import { sql } from 'kysely';
import { measures, type Figures } from './measures.ts';
import { quantile, toTable } from './numbers.ts';
import { writeResults } from './results.ts';
import { withStage, type BenchOptions } from './stage.ts';
import { openVersions } from './versions.ts';
import { settingsOfWrites } from './write-cost.ts';

/** Measures this version and that of a commit in turns, so that other load on the machine affects both. */
export async function runSince(options: BenchOptions): Promise<void> {
  const { commit, sizes, only, seconds = 2, turns, isEmbedded = false, isQuick } = options;
  const [posts = 0] = sizes;
  if (!commit) throw new Error('Say which commit: since COMMIT');
  const unknown = only?.find((name) => !measures[name]);
  if (unknown) throw new Error(`There is no measure ${unknown}: ${Object.keys(measures).join(', ')}`);
  const connections = isQuick ? 4 : 32;
  const settings = isEmbedded ? undefined : ['shared_buffers=1GB', ...settingsOfWrites];
  await withStage(options, settings, async (stage) => {
    const versions = await openVersions(stage, commit, posts, isEmbedded);
    const results: Record<string, object> = {};
    const head = ['', '', commit.slice(0, 8), 'now', 'ratio', 'lowest', 'highest'];
    for (const [name, measure] of Object.entries(measures)) {
      if (only && !only.includes(name)) continue;
      const [before, now]: [Figures[], Figures[]] = [[], []];
      for (let turn = 0; turn <= turns; turn += 1) {
        // Autovacuum is off, so this analyzes the tables after the first rows. Otherwise plans made for empty tables
        // would read all of a full one.
        if (turn === 1) for (const { db } of versions) if (db) await sql`analyze`.execute(db);
        // The order alternates because the second version finds caches filled by the first.
        for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const figures = await measure(versions[side], { connections, ms: seconds * 1000, turn });
          // The first turn warms up.
          if (turn > 0) (side === 0 ? before : now).push(figures);
        }
      }
      const compared = compare(before, now);
      results[name] = compared;
      const rows = compared.map((figure, index) => rowOf(index === 0 ? name : '', figure));
      process.stdout.write(`\n${toTable(head, rows)}\n`);
    }
    const database = isEmbedded ? 'embedded' : stage.postgres;
    await writeResults('since', options, { database }, { since: commit, posts, connections, turns, results });
  });
}

interface Compared {
  figure: string;
  before: number;
  now: number;
  /** The figure of this version divided by the other version's, for each turn. */
  ratios: number[];
}

function compare(before: readonly Figures[], now: readonly Figures[]): Compared[] {
  return Object.keys(now[0] ?? {}).map((figure) => {
    const valuesOf = (side: readonly Figures[]) => side.map((figures) => figures[figure] ?? Number.NaN);
    const [old, own] = [valuesOf(before), valuesOf(now)];
    const ratios = own.map((value, turn) => value / (old[turn] ?? Number.NaN));
    return { figure, before: quantile(old, 0.5), now: quantile(own, 0.5), ratios };
  });
}

function rowOf(name: string, { figure, before, now, ratios }: Compared): string[] {
  const shares = [0.5, 0, 1].map((share) => quantile(ratios, share).toFixed(2));
  return [name, figure, before.toFixed(1), now.toFixed(1), ...shares];
}
