import { limits } from '@upaj/contract/limits';
import { connect } from '../server/src/platform/db/connect.ts';
import { HttpConnection } from './connection.ts';
import { milliseconds, quantile, toTable, verdict } from './numbers.ts';
import { startLoad, startTarget, type Target } from './processes.ts';
import { registerViewer } from './viewer.ts';

const path = '/api/v1/post/feed';
const connections = 32;

interface Contender {
  name: string;
  port: number;
  latencies: number[];
  rates: number[];
}

/** Against two hand-written upper limits on the same PostgreSQL, in turns; compares medians of the rounds. */
export async function compareWithLimits(
  databaseUrl: string,
  { posts, rounds, seconds }: { posts: number; rounds: number; seconds: number },
): Promise<void> {
  const targets: Target[] = [];
  const start = async (order: Parameters<typeof startTarget>[0]) => {
    const target = await startTarget(order);
    targets.push(target);
    return target.port;
  };
  const load = await startLoad();
  const { db, close } = await connect({ databaseUrl, dataDir: '', poolSize: 1 });
  try {
    const warm = await start({ kind: 'app', databaseUrl, isWarm: true });
    const cold = await start({ kind: 'app', databaseUrl, isWarm: false });
    const viewer = await registerViewer(cold, db);
    const { headers } = viewer;
    const body = await fetchText(warm, headers);
    const memory = await start({ kind: 'memory', body });
    const query = await start({ kind: 'query', databaseUrl, viewerId: viewer.id });
    const total = Math.min(posts, limits.page.countedTo + 1);
    const strict = await start({ kind: 'query', databaseUrl, viewerId: viewer.id, total });
    for (const port of [cold, memory, query, strict]) {
      const other = await fetchText(port, headers);
      if (other !== body) throw new Error(differenceOf(body, other));
    }

    const contenders = [
      contender('L1 memory', memory),
      contender('L2 one query', query),
      contender('L2 total given', strict),
      contender('app warm', warm),
      contender('app cold', cold),
    ];
    const bytes = Buffer.byteLength(body);
    for (let round = 0; round <= rounds; round += 1) {
      for (const each of contenders) {
        const order = { port: each.port, path, headers, connections, bytes, ms: seconds * 1000 };
        const { seconds: took, latencies } = await load.run(order);
        // The first round warms up.
        if (round === 0) continue;
        each.rates.push(latencies.length / took);
        each.latencies = each.latencies.concat(latencies);
      }
    }
    report(contenders, bytes);
  } finally {
    await Promise.all([close(), load.stop(), ...targets.map((target) => target.stop())]);
  }
}

function contender(name: string, port: number): Contender {
  return { name, port, latencies: [], rates: [] };
}

async function fetchText(port: number, headers: Record<string, string>): Promise<string> {
  const connection = new HttpConnection(port, headers);
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

function report(contenders: readonly Contender[], bytes: number): void {
  process.stdout.write(`\n${path}, page 1: ${bytes} bytes, ${connections} connections\n\n`);
  const rows = contenders.map(({ name, rates, latencies }) => [
    name,
    quantile(rates, 0.5).toFixed(0),
    milliseconds(quantile(latencies, 0.5)),
    milliseconds(quantile(latencies, 0.99)),
  ]);
  process.stdout.write(`${toTable(['', 'requests/s', 'p50 ms', 'p99 ms'], rows)}\n\n`);
  const ratio = (name: string, to: string, target: number) => {
    const rates = (of: string) => contenders.find((each) => each.name === of)?.rates ?? [];
    const limits = rates(to);
    // Per round, so that other load on the machine affects both sides.
    const value = quantile(
      rates(name).map((rate, round) => rate / (limits[round] ?? Number.NaN)),
      0.5,
    );
    const line = `${verdict(value >= target)} ${name} / ${to}: ${value.toFixed(2)} (≥ ${target.toFixed(1)})`;
    process.stdout.write(`${line}\n`);
  };
  ratio('app warm', 'L2 one query', 1);
  ratio('app cold', 'L2 one query', 0.5);
  ratio('app warm', 'L2 total given', 1);
  ratio('app cold', 'L2 total given', 0.5);
}
