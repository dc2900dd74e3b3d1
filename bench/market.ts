import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { crops } from '@upaj/contract/crops';
import { districtsOf, states } from '@upaj/contract/places';
import { HttpConnection } from './connection.ts';
import { allowed, mediansInTurns } from './in-turns.ts';
import { milliseconds, verdict } from './numbers.ts';
import { registerViewer } from './people.ts';
import { withStage, type BenchOptions, type Stage } from './stage.ts';

const command = fileURLToPath(new URL('../server/src/rates-command.ts', import.meta.url));
const secondsAllowed = 180;
const header =
  'State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_Price,Max_Price,Modal_Price,Commodity_Code\n';
const goods = crops.flatMap(({ agmarknet }) => agmarknet.slice(0, 1)).slice(0, 26);
const day = 24 * 60 * 60_000;
/** A state with many districts, one with few rates, and a district. */
const locations = ['Delhi', 'Goa', 'Guntur, Andhra Pradesh'];

/** Measures time and memory of an import, and whether the market page costs the same as with few rates. */
export async function runMarket(options: BenchOptions): Promise<void> {
  const { rows, pairs } = options;
  await withStage(options, ['shared_buffers=1GB'], async (stage) => {
    const folder = await stage.addFolder();
    const file = join(folder, 'rates.csv');
    const [small, large] = [await stage.addDatabase(), await stage.addDatabase()];
    await writeMarketCsv(file, rows);
    const megabytes = Math.round((await stat(file)).size / 1e6);
    process.stdout.write(`PostgreSQL ${stage.postgres}, ${rows} rows, ${megabytes} MB\n`);
    for (const round of ['first', 'again']) {
      const { seconds, peak } = await importFile(file, folder, large);
      const isMet = seconds <= (secondsAllowed * rows) / 1_000_000;
      process.stdout.write(
        `${verdict(isMet)} ${round}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, ${peak} MB at the most\n`,
      );
    }
    const few = Math.min(rows, 10_000);
    await writeMarketCsv(file, few);
    await importFile(file, folder, small);
    await compareOverviews(stage, [small, large], [few, rows], pairs);
  });
}

async function compareOverviews(
  stage: Stage,
  databases: readonly [string, string],
  [few, many]: readonly [number, number],
  pairs: number,
): Promise<void> {
  const open = async (databaseUrl: string) => {
    const { port } = await stage.startTarget({ kind: 'app', databaseUrl, isWarm: true });
    return new HttpConnection(port, { cookie: (await registerViewer(port)).cookie });
  };
  const [small, large] = [await open(databases[0]), await open(databases[1])];
  for (const location of locations) {
    const path = `/api/market/overview?location=${encodeURIComponent(location)}`;
    const [of, to] = await mediansInTurns([() => small.get(path), () => large.get(path)], pairs);
    const compared = `${milliseconds(of)} ms with ${few}, ${milliseconds(to)} ms with ${many} rates`;
    process.stdout.write(
      `${verdict(to <= of * allowed)} overview of ${location}: ${compared}: ${(to / of).toFixed(2)}\n`,
    );
  }
  for (const connection of [small, large]) connection.close();
}

async function importFile(file: string, folder: string, databaseUrl: string) {
  const began = performance.now();
  const child = spawn(process.execPath, [command, 'import', file], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
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

/** Returns the peak memory in MB, or 0 when the system does not report it. */
function peakMemory(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Writes rates of all districts, day by day. They are the same in every run. */
async function writeMarketCsv(file: string, rows: number): Promise<void> {
  await pipeline(Readable.from(chunks(rows)), createWriteStream(file));
}

/** Yields the rates of the last days. The last day is always yesterday. */
function* chunks(rows: number): Generator<string> {
  const series = states.flatMap((state) =>
    districtsOf(state).flatMap((district) => goods.map((commodity) => [state, district, commodity] as const)),
  );
  const days = Math.ceil(rows / series.length);
  let text = header;
  for (let row = 0; row < rows; row += 1) {
    const index = row % series.length;
    const [state, district, commodity] = series[index] ?? ['', '', ''];
    const at = new Date(Date.now() - (days - Math.floor(row / series.length)) * day)
      .toISOString()
      .slice(0, 10);
    const modal = 1_200 + ((index * 7_919) % 4_000) + ((row * 31) % 400);
    text += `"${state}","${district}","${district} APMC","${commodity}",Local,FAQ,${at.split('-').reverse().join('/')},${modal - 150},${modal + 180},${modal},${index % 500}\n`;
    if (text.length < 60_000) continue;
    yield text;
    text = '';
  }
  yield text;
}
