import { HttpConnection } from './connection.ts';
import { milliseconds, quantile, toTable, verdict } from './numbers.ts';
import { registerViewer } from './people.ts';
import type { BenchOptions, Stage } from './stage.ts';

const feed = '/api/v1/post/feed';
const connections = 32;

interface Contender {
  name: string;
  port: number;
  path: string;
  latencies: number[];
  rates: number[];
}

/**
 * How many times as fast one contender is as another. They are compared turn by turn, so that other load on the machine
 * affects both.
 */
interface Ratio {
  name: string;
  to: string;
  value: number;
  target: number | undefined;
}

/**
 * Compares the first page with hand-written limits on the same PostgreSQL, in turns. @throws Error when a limit returns
 * other bytes
 */
export async function compareWithLimits(
  stage: Stage,
  databaseUrl: string,
  options: BenchOptions,
): Promise<object> {
  const start = async (order: Parameters<Stage['startTarget']>[0]) => (await stage.startTarget(order)).port;
  const warm = await start({ kind: 'app', databaseUrl, isWarm: true });
  const cold = await start({ kind: 'app', databaseUrl, isWarm: false });
  const { id, cookie } = await registerViewer(cold, await stage.connect(databaseUrl));
  const body = await fetchText(warm, feed, cookie);
  const query = { kind: 'query', databaseUrl, viewerId: id } as const;
  const contenders = [
    contender('L1 memory', await start({ kind: 'memory', body })),
    contender('L2 one query', await start({ ...query, isCountedOnce: false })),
    contender('L2 counted once', await start({ ...query, isCountedOnce: true })),
    contender('L3 counters', await start({ kind: 'views', databaseUrl, body, sessions: { [cookie]: id } })),
    contender('app warm', warm),
    contender('app cold', cold),
  ];
  for (const { port } of contenders) {
    const other = await fetchText(port, feed, cookie);
    if (other !== body) throw new Error(differenceOf(body, other));
  }
  await runInTurns(stage, contenders, cookie, options);
  return report(contenders, [
    ['app warm', 'L3 counters', 0.5],
    ['app warm', 'L1 memory', undefined],
    ['app cold', 'L2 one query', 0.8],
    ['app cold', 'L2 counted once', undefined],
  ]);
}

/** Compares a warm page of the app at this port with its own /healthz. */
export async function compareWithHealth(
  stage: Stage,
  port: number,
  cookie: string,
  options: BenchOptions,
): Promise<object> {
  const contenders = [contender('feed', port), contender('/healthz', port, '/healthz')];
  await runInTurns(stage, contenders, cookie, options);
  return report(contenders, [['feed', '/healthz', 0.2]]);
}

async function runInTurns(
  stage: Stage,
  contenders: readonly Contender[],
  cookie: string,
  { turns, seconds = 2 }: BenchOptions,
): Promise<void> {
  const run = await stage.startWorker('load');
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const { port, path, latencies, rates } of contenders) {
      const requests = [{ method: 'GET', path, cookie }];
      const result = await run({ port, connections, ms: seconds * 1000, requests, isRepeated: true });
      // The first turn warms up.
      if (turn === 0) continue;
      rates.push(result.latencies.length / result.seconds);
      for (const ms of result.latencies) latencies.push(ms);
    }
  }
}

function contender(name: string, port: number, path = feed): Contender {
  return { name, port, path, latencies: [], rates: [] };
}

async function fetchText(port: number, path: string, cookie: string): Promise<string> {
  const connection = new HttpConnection(port, { cookie });
  const { status, body } = await connection.get(path);
  connection.close();
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString()}`);
  return body.toString();
}

function differenceOf(body: string, other: string): string {
  const at = [...body].findIndex((character, index) => character !== other[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 40);
  return `The servers do not answer the same bytes:\n  ${around(body)}\n  ${around(other)}`;
}

function report(
  contenders: readonly Contender[],
  wanted: readonly [name: string, to: string, target: number | undefined][],
): object {
  const figures = contenders.map(({ name, rates, latencies }) => ({
    name,
    perSecond: quantile(rates, 0.5),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  }));
  const rows = figures.map(({ name, perSecond, p50, p99 }) => [
    name,
    perSecond.toFixed(0),
    milliseconds(p50),
    milliseconds(p99),
  ]);
  const head = [`${connections} connections`, 'requests/s', 'p50 ms', 'p99 ms'];
  process.stdout.write(`\n${toTable(head, rows)}\n\n`);
  const ratios = wanted.map(([name, to, target]): Ratio => {
    const rates = (of: string) => contenders.find((each) => each.name === of)?.rates ?? [];
    const ofOther = rates(to);
    const values = rates(name).map((rate, turn) => rate / (ofOther[turn] ?? Number.NaN));
    return { name, to, target, value: quantile(values, 0.5) };
  });
  for (const { name, to, value, target } of ratios) {
    const wish = target === undefined ? '' : ` (≥ ${target.toFixed(1)}) ${verdict(value >= target)}`;
    process.stdout.write(`${name} / ${to}: ${value.toFixed(2)}${wish}\n`);
  }
  return { connections, figures, ratios };
}
