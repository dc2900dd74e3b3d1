import { parseArgs } from 'node:util';
import { killEach, promoteStandby, rollTo, stopRedis, stopS3 } from './acts.ts';
import { openCluster } from './cluster.ts';
import { buildNextRelease } from './release.ts';
import { describeAct, runAct, type ActReport, withTimings } from './run-act.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '240' },
    people: { type: 'string', default: '24' },
    processes: { type: 'string', default: '3' },
    asynchronous: { type: 'boolean', default: false },
  },
});

const next = await buildNextRelease();
const acts = [
  killEach,
  stopRedis,
  promoteStandby(values.asynchronous),
  rollTo(next, 'all processes roll to a build with one more migration'),
  stopS3,
].filter(({ name }) => positionals.every((word) => name.includes(word)));
// The acts share the time that is left: about 80 s of it go to starting and stopping processes.
const pause = Math.max(2_000, ((Number(values.seconds) - 80) * 1_000) / (acts.length + 2));

const cluster = await openCluster({
  people: Number(values.people),
  processes: Number(values.processes),
  proxy: 'HAProxy',
  standby: values.asynchronous ? 'asynchronous' : 'synchronous',
});
const memory = { liked: new Set<string>(), written: new Map<string, number>() };
const reports: ActReport[] = [];
try {
  for (const act of acts) {
    process.stdout.write(`${act.name} …\n`);
    const report = withTimings(await runAct(cluster, act, memory, pause));
    process.stdout.write(`${describeAct(report)}\n`);
    reports.push(report);
  }
} finally {
  await cluster.close();
  await next.close();
}
const failed = reports.filter(({ problems }) => problems.length > 0);
process.stdout.write(failed.length > 0 ? `${failed.length} acts failed.\n` : 'All is well.\n');
process.exit(failed.length > 0 || reports.length === 0 ? 1 : 0);
