import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '#src/db/connect.ts';
import { migrate } from '#src/db/migrate.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { freePort, killServers, spawnServer, waitUntilOpen } from '#test/process.ts';

const program = fileURLToPath(new URL('../src/market-command.ts', import.meta.url));
const header = 'State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min_Price,Max_Price,Modal_Price\n';

let folder: string;
let env: NodeJS.ProcessEnv;
/** On PostgreSQL, what the command opens; embedded, the folder is all. */
let database: TestDatabase | undefined;
beforeAll(async () => {
  if (process.env['TEST_DATABASE_URL']) database = await openTestDatabase();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upaj-market-'));
  env = {
    PATH: process.env['PATH'],
    DATA_DIR: join(folder, 'data'),
    ...(database && { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) }),
  };
  await database?.db.deleteFrom('rate_series').execute();
  return () => rm(folder, { recursive: true, force: true });
});
afterEach(killServers);
afterAll(() => database?.close());

/** `npm run market -- …` without npm. */
function market(...args: string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

async function fileOf(text: string): Promise<string> {
  const file = join(folder, 'rates.csv');
  await writeFile(file, text);
  return file;
}

const days = ['01/08/2024', '02/08/2024', '03/08/2024', '05/08/2024', '06/08/2024'];
/** Rows of five days, day after day. */
const rowsOf = (mandis: number) =>
  days
    .flatMap((day, nth) =>
      Array.from(
        { length: mandis },
        (_, index) => `Punjab,Ludhiana,Mandi ${index},Wheat,Dara,FAQ,${day},,,${2400 + nth}\n`,
      ),
    )
    .join('');

async function countKept() {
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

test('a file is taken in, with every row that cannot be used told', { timeout: 120_000 }, async () => {
  const bad = Array.from(
    { length: 25 },
    (_, index) => `Punjab,Ludhiana,Bad ${index},Wheat,Dara,FAQ,01/08/2024,,,0\n`,
  );
  const file = await fileOf(header + rowsOf(20) + bad.join(''));
  const first = await market('import', file);
  expect(first.out).toMatch(/^125 rows in [\d.]+ s, [\d,]+ rows\/s: 100 rates are new or changed\.\n$/);
  const lines = first.err.trimEnd().split('\n');
  expect(lines).toHaveLength(22);
  expect(lines[0]).toBe('line 102: there is no modal price above 0 and up to 25,00,000');
  expect(lines.slice(-2)).toEqual(['… and 5 further rows', '25 rows cannot be used.']);
  expect(first.code).toBe(0);
  const again = await market('import', file);
  expect(again).toMatchObject({ code: 0 });
  expect(again.out).toContain(': 0 rates are new or changed.');
  expect(await countKept()).toEqual({ rates: 100, series: 20, changes: new Set([1]) });
});

test('what is of no use is refused in one line', { timeout: 120_000 }, async () => {
  expect(await market('import', join(folder, 'missing.csv'))).toEqual({
    code: 1,
    out: '',
    err: `${join(folder, 'missing.csv')}: There is no such file.\n`,
  });
  const page = await market('import', await fileOf('<html><body>Login</body></html>'));
  expect(page).toMatchObject({ code: 1, out: '' });
  expect(page.err).toMatch(/^\S+: This is a web page, not a CSV file\.\n$/);
  const empty = await market('import', await fileOf(`${header}Utopia,A,B,Wheat,,,01/08/2024,,,2400\n`));
  expect(empty.code).toBe(1);
  expect(empty.err).toBe(
    'line 2: "Utopia" is no state of India\n1 rows cannot be used.\nThere is nothing usable in this file.\n',
  );
});

test('what cannot be run is answered with the help, and nothing is opened', { timeout: 60_000 }, async () => {
  const help = await market('--help');
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(help.out).toContain('import FILE.csv [--state STATE]');
  expect(await market()).toEqual(help);
  const mistakes = [
    [['export'], 'There is no command "export".'],
    [['import'], 'FILE.csv is missing.'],
    [['import', 'a.csv', 'b.csv'], 'Too much: b.csv.'],
    [['import', 'a.csv', '--state', 'Utopia'], 'There is no state "Utopia".'],
    [['import', 'a.csv', '--quick'], "Unknown option '--quick'"],
  ] as const;
  for (const [args, reason] of mistakes) {
    const { code, out, err } = await market(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(reason);
    expect(err).toContain('Usage: npm run market');
  }
});

test('an import that is killed is completed by the next one', { timeout: 180_000 }, async () => {
  const mandis = 12_000;
  const file = await fileOf(header + rowsOf(mandis));
  const child = spawn(process.execPath, [program, 'import', file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // It tells of its progress once it has written something.
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGKILL');
  await ended;
  const half = await countKept();
  expect(half.rates).toBeGreaterThan(0);
  expect(half.rates).toBeLessThan(mandis * days.length);
  expect((await market('import', file)).code).toBe(0);
  expect(await countKept()).toEqual({ rates: mandis * days.length, series: mandis, changes: new Set([1]) });
});

test(
  'beside a running server: with PostgreSQL it works, the embedded database is refused',
  { timeout: 120_000 },
  async () => {
    const server = spawnServer(await freePort(), env);
    await waitUntilOpen(server);
    const { code, err } = await market('import', await fileOf(header + rowsOf(2)));
    if (database) {
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(await countKept()).toMatchObject({ rates: 10, series: 2 });
    } else {
      expect(code).toBe(1);
      expect(err).toMatch(/^DATA_DIR \S+ is in use by process \d+: stop it first\n$/);
    }
  },
);
