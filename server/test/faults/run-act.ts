import { setTimeout as wait } from 'node:timers/promises';
import { ping } from '#src/platform/db/connection.ts';
import { checkWrites, type Verdict } from './check-writes.ts';
import type { Cluster } from './cluster.ts';
import { Load, type Call } from './load.ts';
import { seconds } from './run-fault.ts';

export interface Scene {
  cluster: Cluster;
  /** How long an act lets its effect last, such as a stopped Redis, in ms. */
  pause: number;
  /** Lets these calls fail from now on, until some seconds after the returned function is called. */
  mayFail(seconds: number, calls?: readonly Call[]): () => void;
}

export interface Act {
  name: string;
  /** True if the act may lose writes that were acknowledged. */
  mayLose?: boolean;
  run(scene: Scene): Promise<void>;
}

export interface ActReport extends Verdict {
  name: string;
  acknowledged: number;
  calls: number;
  /** How many calls failed while `mayFail` allowed it, which was for `statedFor` seconds. */
  expected: number;
  statedFor: number;
  unexpected: string[];
  sessionsLost: number;
  socketsLeft: number;
  slowestSocket: number;
  codes: string[];
  logged: string[];
  problems: string[];
}

const socketsBackWithin = 5_000;
/** After this many ms the proxy uses a started process, because it asks every second and needs one good response. */
const untilRouted = 2_000;

interface Window {
  from: number;
  until: number;
  calls: readonly Call[] | undefined;
}

export type Memory = ConstructorParameters<typeof Load>[1];

export async function runAct(cluster: Cluster, act: Act, memory: Memory, pause: number): Promise<ActReport> {
  const load = new Load(cluster.place, memory, true);
  const windows: Window[] = [];
  cluster.logged.clear();
  load.start();
  await wait(1_000);
  await act.run({
    cluster,
    pause,
    mayFail(after, calls) {
      const window: Window = { from: performance.now(), until: Infinity, calls };
      windows.push(window);
      return () => void (window.until = performance.now() + after * 1_000);
    },
  });
  await wait(untilRouted);
  const allBack = () => [...load.sockets].every(({ connected }) => connected);
  for (const until = Date.now() + 60_000; !allBack() && Date.now() < until;) await wait(50);
  const areBack = allBack();
  await load.stop();

  const isExpected = ({ at, call }: { at: number; call: Call }) =>
    windows.some(({ from, until, calls }) => at >= from && at <= until && (calls?.includes(call) ?? true));
  const lostSessions = load.failures.filter(({ outcome }) => outcome === 401);
  // A message by socket whose connection was cut is no failure, because the client sends it again.
  const failed = load.failures.filter(
    ({ call, outcome }) => outcome !== 401 && !(call === 'message by socket' && outcome === 'cut'),
  );
  const unexpected = failed.filter((failure) => !isExpected(failure));
  await isReachable(cluster);
  const verdict = await checkWrites(cluster.database.db, load.writes);
  const malformed = await countMalformed(cluster);
  const acknowledged = load.writes.filter(({ isAcknowledged }) => isAcknowledged).length;
  const slowestSocket = Math.max(0, ...load.aways);
  const problems = [
    acknowledged === 0 && 'nothing was acknowledged',
    verdict.lost > 0 && !act.mayLose && `${verdict.lost} lost`,
    verdict.doubled > 0 && `${verdict.doubled} doubled`,
    lostSessions.length > 0 && `${lostSessions.length} sessions lost`,
    !areBack && 'sockets did not come back',
    ...(await endingsOf(cluster)),
    malformed > 0 && `${malformed} malformed messages between processes`,
  ].filter((problem) => problem !== false);
  return {
    name: act.name,
    ...verdict,
    acknowledged,
    calls: [...load.outcomes.values()].reduce((sum, count) => sum + count, 0),
    expected: failed.length - unexpected.length,
    statedFor: windows.reduce((sum, { from, until }) => sum + until - from, 0),
    unexpected: unexpected.map(({ call, outcome }) => `${call} ${outcome}`),
    sessionsLost: lostSessions.length,
    socketsLeft: load.aways.length,
    slowestSocket,
    codes: [...load.codes],
    logged: [...cluster.logged],
    problems,
  };
}

async function isReachable({ database }: Cluster): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1)
    try {
      return await ping(database.db);
    } catch {
      await wait(100);
    }
}

async function countMalformed({ processes }: Cluster): Promise<number> {
  const counts = await Promise.all(
    processes.map(async ({ url }) => {
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      const state = (await response?.json()) as { messages?: { malformed: number } } | undefined;
      return state?.messages?.malformed ?? 0;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function endingsOf({ processes }: Cluster): Promise<string[]> {
  const gone = processes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null);
  return Promise.all(
    gone.map(async ({ ended }) => {
      const { code, stderr } = await ended;
      return `a process ended with ${code}: ${stderr.slice(-2_000)}`;
    }),
  );
}

/**
 * Also reports failed calls outside the stated seconds and slow sockets as problems. `npm test` does not call this,
 * because it runs beside other work and both depend on the speed of the machine.
 */
export function withTimings(report: ActReport): ActReport {
  const { unexpected, slowestSocket } = report;
  const late = [
    unexpected.length > 0 && `${unexpected.length} failed calls outside the stated seconds`,
    slowestSocket > socketsBackWithin && 'sockets were away for more than 5 s',
  ].filter((problem) => problem !== false);
  return { ...report, problems: [...report.problems, ...late] };
}

export function describeAct(report: ActReport): string {
  const { unexpected, problems } = report;
  const lines = [
    `${report.calls} calls; acknowledged ${report.acknowledged}, lost ${report.lost}, doubled ${report.doubled}`,
    `failed in the stated ${seconds(report.statedFor)} s: ${report.expected}, outside: ${unexpected.length} ${[...new Set(unexpected)].join(', ')}`,
    `codes of 5xx: ${report.codes.join(', ') || 'none'}`,
    ...report.logged.slice(0, 10).map((line) => `logged: ${line.slice(0, 200)}`),
    `sessions lost ${report.sessionsLost}; ${report.socketsLeft} sockets were away, ${seconds(report.slowestSocket)} s at most`,
    ...problems.map((problem) => `✗ ${problem}`),
  ];
  return [`${problems.length > 0 ? '✗' : '✓'} ${report.name}`, ...lines.map((line) => `    ${line}`)].join(
    '\n',
  );
}
