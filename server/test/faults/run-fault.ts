import { setTimeout as wait } from 'node:timers/promises';
import { within } from '#src/platform/promises.ts';
import { checkWrites, type Verdict } from './check-writes.ts';
import { Load, type Outcome } from './load.ts';
import { nth, type Market } from './market.ts';

export interface Scene {
  market: Market;
  load: Load;
  /** Waits until every running server serves reads and writes again. */
  recover(): Promise<void>;
  note(text: string): void;
  complain(text: string): void;
}

export interface Fault {
  name: string;
  run(scene: Scene): Promise<void>;
}

export interface Report extends Verdict {
  name: string;
  outcomes: ReadonlyMap<Outcome, number>;
  acknowledged: number;
  recovery: number;
  notes: string[];
  problems: string[];
}

const recoversWithin = 5_000;
const responseTimeout = 10_000;

type Memory = ConstructorParameters<typeof Load>[1];

export async function runFault(market: Market, fault: Fault, memory: Memory): Promise<Report> {
  const load = new Load(market, memory);
  const notes: string[] = [];
  const problems: string[] = [];
  let recovery = 0;
  load.start();
  await wait(1_000);
  await fault.run({
    market,
    load,
    async recover() {
      recovery = Math.max(recovery, await measureRecovery(market));
    },
    note: (text) => void notes.push(text),
    complain: (text) => void problems.push(text),
  });
  await wait(1_000);
  await load.stop();
  const verdict = await checkWrites(market.database.db, load.writes);
  const acknowledged = load.writes.filter(({ isAcknowledged }) => isAcknowledged).length;
  if (acknowledged === 0) problems.push('nothing was acknowledged');
  if (verdict.lost > 0) problems.push(`${verdict.lost} lost`);
  if (verdict.doubled > 0) problems.push(`${verdict.doubled} doubled`);
  if (recovery > recoversWithin) problems.push('not back within 5 s');
  if (load.slowest > responseTimeout) problems.push(`a call took ${seconds(load.slowest)} s`);
  if (load.outcomes.has(500)) problems.push('500 was answered');
  for (const { child, ended } of market.servers)
    if (child.exitCode !== null || child.signalCode !== null) {
      const { code, stderr } = await ended;
      problems.push(`a server has ended with ${code ?? child.signalCode}: ${stderr.slice(-2_000)}`);
    }
  return {
    name: fault.name,
    outcomes: load.outcomes,
    acknowledged,
    recovery: recovery / 1_000,
    notes: [`slowest ${seconds(load.slowest)} s`, ...notes],
    problems,
    ...verdict,
  };
}

async function measureRecovery({ servers, people, postIds }: Market): Promise<number> {
  const began = performance.now();
  // Each attempt likes as another person, because likes are rate-limited per user.
  let attempts = 0;
  const works = async (url: string) => {
    const client = nth(people, (attempts += 1)).client.at(url);
    const params = { postId: postIds[0] ?? '' };
    const calls = [
      client.send('GET /api/v1/post/:postId', { params }),
      client.send('POST /api/v1/like/like/:postId', { params }),
    ];
    return (await within(2_000, Promise.all(calls))).every(({ status }) => status === 200);
  };
  const running = servers.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  while (performance.now() - began < 30_000) {
    const responses = await Promise.all(running.map(({ url }) => works(url).catch(() => false)));
    if (responses.every(Boolean)) break;
    await wait(50);
  }
  return performance.now() - began;
}

export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
