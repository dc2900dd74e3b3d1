import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '#src/platform/db/connect.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { run } from '#src/rates-command.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillDataDir } from './embedded.ts';
import { freePort, killServers, runCommand, runHere, spawnServer, waitUntilOpen } from './process.ts';

const program = fileURLToPath(new URL('../src/rates-command.ts', import.meta.url));
const header = 'State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_Price,Max_Price,Modal_Price\n';

let folder: string;
let env: NodeJS.ProcessEnv;
/** Undefined when the test uses the embedded database, which is in the data folder. */
let database: TestDatabase | undefined;
beforeAll(async () => {
  if (process.env['TEST_DATABASE_URL']) database = await openTestDatabase();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upaj-market-'));
  env = {
    DATA_DIR: join(folder, 'data'),
    ...(database && { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) }),
  };
  if (!database) await fillDataDir(join(folder, 'data'));
  await database?.db.deleteFrom('rate_series').execute();
  return () => rm(folder, { recursive: true, force: true });
});
afterEach(killServers);
afterAll(() => database?.close());

const market = (...args: string[]) => runHere(run, args, env);

async function fileOf(text: string): Promise<string> {
  const file = join(folder, 'rates.csv');
  await writeFile(file, text);
  return file;
}

const days = ['01/08/2024', '02/08/2024', '03/08/2024', '05/08/2024', '06/08/2024'];
const rowsOf = (mandis: number) =>
  days
    .flatMap((day, nth) =>
      Array.from(
        { length: mandis },
        (_, index) => `Punjab,Ludhiana,Mandi ${index},Wheat,Dara,FAQ,${day},,,${2400 + nth}\n`,
      ),
    )
    .join('');

async function countStored() {
  const opened = database ?? (await connect({ databaseUrl: undefined, dataDir: join(folder, 'data') }));
  await migrate(opened.db);
  const rates = await opened.db.selectFrom('rates').select('series_id').execute();
  const series = await opened.db.selectFrom('rate_series').select('change').execute();
  if (!database) await opened.close();
  return {
    rates: rates.length,
    series: series.length,
    changes: new Set(series.map(({ change }) => Number(change))),
  };
}

test('imports a file and reports every skipped row', async () => {
  const bad = Array.from(
    { length: 25 },
    (_, index) => `Punjab,Ludhiana,Bad ${index},Wheat,Dara,FAQ,01/08/2024,,,0\n`,
  );
  const file = await fileOf(header + rowsOf(20) + bad.join(''));
  const first = await market('import', file);
  expect(first.out).toMatch(
    /^data\.gov\.in prices, Punjab, 1 Aug 2024 to 6 Aug 2024: 100 rows\n125 rows in [\d.]+ s, [\d,]+ rows\/s: 100 rates added or updated\.\n$/,
  );
  const lines = first.err.trimEnd().split('\n');
  expect(lines).toHaveLength(22);
  expect(lines[0]).toBe('line 102: the modal price is missing or not between 0 and 25,00,000');
  expect(lines.slice(-2)).toEqual(['… and 5 more', '25 rows were skipped.']);
  expect(first.code).toBe(0);
  const again = await market('import', file);
  expect(again).toMatchObject({ code: 0 });
  expect(again.out).toContain(': 0 rates added or updated.');
  expect(await countStored()).toEqual({ rates: 100, series: 20, changes: new Set([1]) });
});

test('says what it understood of a report', async () => {
  const title = ',,,,,,,Daily Price Arrival Report-28-11-2024 to 28-11-2024 for Punjab,,,,,,\n';
  const columns =
    'State/UT,District,Market,Commodity Group,Commodity,Variety,Grade,Min Price,Max Price,Modal Price,Price Unit,Arrival Quantity,Arrival Unit,Arrival Date\n';
  const row =
    'Punjab,Ludhiana,Khanna APMC,Cereals,Wheat,Dara,FAQ,"2,300.00","2,500.00","2,400.00",Rs./Quintal,1.50,Metric Tonnes,28-11-2024\n';
  const report = await market('import', await fileOf(title + columns + row));
  expect(report).toMatchObject({ code: 0, err: '' });
  expect(report.out).toMatch(/^AGMARKNET 2\.0 report, Punjab, 28 Nov 2024: 1 row\n1 rows? in/);
  const arrivals =
    'State Name,District Name,Market Name,Variety,Group,Arrivals,Min Price,Max Price,Modal Price,Reported Date\n';
  const file = await fileOf(`${arrivals}Punjab,Ludhiana,Jagraon,Dara,Cereals,1,2300,2500,2400,28 Nov 2024\n`);
  const refused = await market('import', file);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('--commodity');
  expect(await market('import', file, '--commodity', 'Wheat')).toMatchObject({ code: 0, err: '' });
  expect(await countStored()).toMatchObject({ rates: 2, series: 2 });
});

test('refuses an unusable file with a message of one line', async () => {
  expect(await market('import', join(folder, 'missing.csv'))).toEqual({
    code: 1,
    out: '',
    err: `${join(folder, 'missing.csv')}: File not found.\n`,
  });
  const empty = await market('import', await fileOf(`${header}Utopia,A,B,Wheat,,,01/08/2024,,,2400\n`));
  expect(empty.code).toBe(1);
  expect(empty.err).toBe(
    'line 2: "Utopia" is not a state of India\n1 row was skipped.\nThe file contains no usable rows.\n',
  );
});

test('prints the help for invalid arguments without opening anything', async () => {
  const help = await market('--help');
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(help.out).toContain('import FILE [--state STATE] [--commodity COMMODITY]');
  expect(await market()).toEqual(help);
  const mistakes = [
    [['export'], 'Unknown command "export".'],
    [['import'], 'FILE is missing.'],
    [['import', 'a.csv', 'b.csv'], 'Unexpected arguments: b.csv.'],
    [['import', 'a.csv', '--state', 'Utopia'], 'Unknown state "Utopia".'],
    [['import', 'a.csv', '--commodity', ' '], 'COMMODITY is missing.'],
    [['import', 'a.csv', '--quick'], "Unknown option '--quick'"],
  ] as const;
  for (const [args, reason] of mistakes) {
    const { code, out, err } = await market(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(reason);
    expect(err).toContain('Usage: npm run rates');
  }
});

test('a killed import is completed by the next one', { timeout: 300_000 }, async () => {
  const mandis = 20_000;
  const file = await fileOf(header + rowsOf(mandis));
  const child = spawn(process.execPath, [program, 'import', file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGKILL');
  await ended;
  const half = await countStored();
  expect(half.rates).toBeGreaterThan(0);
  expect(half.rates).toBeLessThan(mandis * days.length);
  expect((await market('import', file)).code).toBe(0);
  expect(await countStored()).toEqual({ rates: mandis * days.length, series: mandis, changes: new Set([1]) });
});

test('works beside a running server with PostgreSQL, but not with the embedded database', async () => {
  const server = spawnServer(await freePort(), env);
  await waitUntilOpen(server);
  const { code, err } = await runCommand('rates', ['import', await fileOf(header + rowsOf(2))], env);
  if (database) {
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await countStored()).toMatchObject({ rates: 10, series: 2 });
  } else {
    expect(code).toBe(1);
    expect(err).toMatch(/^DATA_DIR \S+ is in use by process \d+ on \S+\. Stop that process first\.\n$/);
  }
});
