import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { HttpConnection } from './connection.ts';
import { makeDatabase } from './database.ts';
import { allowed, mediansInTurns } from './in-turns.ts';
import { writeMarketCsv } from './market-csv.ts';
import { milliseconds, verdict } from './numbers.ts';
import { startTarget } from './processes.ts';
import { registerViewer } from './viewer.ts';

const command = fileURLToPath(new URL('../server/src/rates-command.ts', import.meta.url));
const secondsAllowed = 180;
/** Many districts, few rates, one district. */
const locations = ['Delhi', 'Goa', 'Guntur, Andhra Pradesh'];

const smallSize = 10_000;

/** Time and memory of an import, and whether the market page costs the same as with few rates. */
export async function runMarket({ rows }: { rows: number }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-bench-'));
  const file = join(folder, 'rates.csv');
  const postgres = await startPostgres({ isDurable: true, settings: ['shared_buffers=1GB'] });
  try {
    await writeMarketCsv(file, rows);
    const megabytes = Math.round((await stat(file)).size / 1e6);
    process.stdout.write(`PostgreSQL ${postgres.version}, ${rows} rows, ${megabytes} MB\n`);
    for (const round of ['first', 'again']) {
      const { seconds, peak } = await importFile(file, folder, postgres.url);
      const isMet = seconds <= (secondsAllowed * rows) / 1_000_000;
      process.stdout.write(
        `${verdict(isMet)} ${round}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, ${peak} MB at the most\n`,
      );
    }
    await writeMarketCsv(file, smallSize);
    const small = await makeDatabase(postgres.url, 'bench_small');
    await importFile(file, folder, small);
    await compareOverviews(small, postgres.url, rows);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

async function compareOverviews(small: string, large: string, rows: number): Promise<void> {
  const targets = await Promise.all(
    [small, large].map((databaseUrl) => startTarget({ kind: 'app', databaseUrl, isWarm: true })),
  );
  const connections: HttpConnection[] = [];
  try {
    for (const { port } of targets)
      connections.push(new HttpConnection(port, (await registerViewer(port)).headers));
    for (const location of locations) {
      const path = `/api/market/overview?location=${encodeURIComponent(location)}`;
      const timeRequest = async (connection: HttpConnection | undefined) => {
        const response = await connection?.get(path);
        if (response?.status !== 200) throw new Error(`${path} answered ${response?.status}`);
        return response;
      };
      const [of, to] = await mediansInTurns([
        () => timeRequest(connections[0]),
        () => timeRequest(connections[1]),
      ]);
      const compared = `${milliseconds(of)} ms with ${smallSize}, ${milliseconds(to)} ms with ${rows} rates`;
      process.stdout.write(
        `${verdict(to <= of * allowed)} overview of ${location}: ${compared}: ${(to / of).toFixed(2)}\n`,
      );
    }
  } finally {
    for (const connection of connections) connection.close();
    await Promise.all(targets.map((target) => target.stop()));
  }
}

async function importFile(file: string, folder: string, databaseUrl: string) {
  const began = performance.now();
  const child = spawn(process.execPath, [command, 'import', file], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'x'.repeat(32),
    },
  });
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, peakMemory(child.pid))), 250);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`The import ended with ${String(code)}.`);
  return { seconds: (performance.now() - began) / 1000, peak };
}

/** In MB; 0 when the system does not report it. */
function peakMemory(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
