import { sideBySide } from './acts.ts';
import { openCluster } from './cluster.ts';
import { checkOutRelease, findChangedMigrations, findPreviousRelease } from './release.ts';
import { describeAct, runAct, withTimings } from './run-act.ts';

const commit = findPreviousRelease();
if (!commit) {
  process.stdout.write(
    'The previous release is not in the history of this checkout: run `git fetch --unshallow`.\n',
  );
  process.exit(1);
}
const changed = findChangedMigrations(commit);
if (changed.length > 0) {
  process.stdout.write(`Migrations of ${commit} were changed:\n${changed.join('\n')}\n`);
  process.exit(1);
}
const previous = await checkOutRelease(commit);
const cluster = await openCluster({ people: 6, processes: 2, proxy: 'balancer', release: previous });
try {
  const memory = { liked: new Set<string>(), written: new Map<string, number>() };
  const report = withTimings(await runAct(cluster, sideBySide(previous, undefined), memory, 10_000));
  process.stdout.write(`${describeAct(report)}\n`);
  process.exitCode = report.problems.length > 0 ? 1 : 0;
} finally {
  await cluster.close();
  await previous.close();
}
process.exit();
