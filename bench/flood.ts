import type { Attack, FloodOrder, FloodResult } from './flood-load.ts';
import { quantile, toTable, verdict } from './numbers.ts';
import { writeResults } from './results.ts';
import { withStage, type BenchOptions } from './stage.ts';
import { openVersions, type Version } from './versions.ts';

const attacks: Record<Attack, string> = {
  searches: '5 members send 200 searches a second for invented words',
  json: '40 lists in lists of 120 kB a second are sent to log-in',
  logins: '300 addresses send a wrong password a second each',
  photos: '4 connections send forms with large photos that are refused',
  frames: 'a member sends 1,000 frames of 9 kB a second',
};
/** How many times their p99 at rest honest people may wait. */
const allowed = 3;

interface Side {
  rest: FloodResult;
  attacked: FloodResult;
}

/** Attacks this version and that of a commit, and measures what 20 honest people notice. */
export async function runFlood(options: BenchOptions): Promise<void> {
  const { commit, sizes, only, seconds = 30, isQuick } = options;
  const [posts = 0] = sizes;
  if (!commit) throw new Error('Say which commit: flood COMMIT');
  const names = (Object.keys(attacks) as Attack[]).filter((name) => !only || only.includes(name));
  if (names.length === 0) throw new Error(`There are these attacks: ${Object.keys(attacks).join(', ')}`);
  const people = isQuick ? 2 : 20;
  await withStage(options, ['shared_buffers=1GB'], async (stage) => {
    const versions = await openVersions(stage, commit, posts, false);
    const honest = await stage.startWorker('flood-load');
    const attacker = await stage.startWorker('flood-load');
    const measure = async ({ port }: Version, attack: Attack | undefined): Promise<FloodResult> => {
      const order: FloodOrder = { port, ms: seconds * 1000, people, attack: undefined };
      if (!attack) return honest(order);
      const attacking = attacker({ ...order, ms: order.ms + 2_000, attack });
      const measured = await honest(order);
      await attacking;
      return measured;
    };
    // The first visits fill caches.
    for (const version of versions) await measure(version, undefined);
    const results: Partial<Record<Attack, Record<string, Side>>> = {};
    for (const name of names) {
      const sides: Record<string, Side> = {};
      for (const [index, version] of versions.entries()) {
        const rest = await measure(version, undefined);
        sides[index === 0 ? commit.slice(0, 8) : 'now'] = { rest, attacked: await measure(version, name) };
      }
      results[name] = sides;
      const rows = Object.entries(sides).flatMap(([side, each]) => rowsOf(side, each));
      const head = [name, 'version', 'rest p50', 'rest p99', 'p50', 'p99', 'ratio', 'refused', 'of', ''];
      process.stdout.write(`\n${attacks[name]}\n${toTable(head, rows)}\n`);
    }
    const versionsOf = { database: stage.postgres };
    await writeResults('flood', options, versionsOf, { since: commit, posts, seconds, results });
  });
}

function rowsOf(side: string, { rest, attacked }: Side): string[][] {
  return Object.keys(attacked.latencies).map((name) => {
    const kind = name as keyof FloodResult['latencies'];
    const times = [rest, attacked].flatMap(({ latencies }) =>
      [0.5, 0.99].map((share) => quantile(latencies[kind], share)),
    );
    const ratio = (times[3] ?? Number.NaN) / (times[1] ?? Number.NaN);
    const refused = attacked.refused[kind];
    const isMet = ratio <= allowed && refused === 0;
    return [
      kind,
      side,
      ...times.map((time) => time.toFixed(0)),
      ratio.toFixed(1),
      String(refused),
      String(attacked.latencies[kind].length + refused),
      verdict(isMet),
    ];
  });
}
