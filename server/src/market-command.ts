import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isState } from '@upaj/contract/places';
import { readEnv, type Env } from './env.ts';
import { StartError } from './start-error.ts';

/** What was typed cannot be run. */
class UsageError extends Error {}

const help = `Usage: npm run market -- <command>

  import FILE.csv [--state STATE]   takes in a file of AGMARKNET's rates, from data.gov.in or the portal's reports

STATE, as in --state "Punjab", is for a file that does not say where it is from. The same file twice changes nothing, and
an import that was cut off goes on when it is run again. With PostgreSQL it works while the server runs; the embedded
database is opened by one process alone. Give it the server's environment (DATA_DIR, DATABASE_URL, SECRET_KEY, REDIS_URL).`;

const refusalsTold = 20;
const toldEvery = 2_000;

interface Listeners {
  onRefused(line: number, reason: string): void;
  onProgress(rows: number, share: number): void;
}

interface Import {
  file: string;
  state: string | undefined;
}

function readCommand(args: string[]): Import | 'help' {
  const { positionals, values } = parse(args);
  const [name = 'help', file, ...rest] = positionals;
  if (name === 'help' || values.help) return 'help';
  if (name !== 'import') throw new UsageError(`There is no command "${name}".`);
  if (!file) throw new UsageError('FILE.csv is missing.');
  if (rest.length > 0) throw new UsageError(`Too much: ${rest.join(' ')}.`);
  if (values.state !== undefined && !isState(values.state))
    throw new UsageError(`There is no state "${values.state}".`);
  return { file, state: values.state };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { state: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Through an app of our own, so that all who live on rates hear of new ones. Only then is an app worth loading. */
async function importRates(env: Env, { file, state }: Import): Promise<boolean> {
  const [{ createApp }, { connect }, { migrate }] = await Promise.all([
    import('./app.ts'),
    import('./db/connect.ts'),
    import('./db/migrate.ts'),
  ]);
  const connection = await connect(env);
  try {
    await migrate(connection.db);
    const webDir = fileURLToPath(new URL('../../web/dist/', import.meta.url));
    const { server, services } = await createApp({
      env: { ...env, logLevel: 'error' },
      db: connection.db,
      webDir,
    });
    try {
      return await tellOf(file, (listeners) => services.rates.importCsv(file, { state, ...listeners }));
    } finally {
      await server.close();
    }
  } finally {
    await connection.close();
  }
}

/** Runs an import and tells how it goes. @returns whether there was anything of use. */
async function tellOf(
  file: string,
  run: (listeners: Listeners) => Promise<{ rates: number }>,
): Promise<boolean> {
  const began = Date.now();
  let toldAt = 0;
  let refused = 0;
  let read = 0;
  const speed = () => Math.round((read / Math.max(1, Date.now() - began)) * 1000);
  const listeners: Listeners = {
    onRefused(line, reason) {
      refused += 1;
      if (refused <= refusalsTold) complain(`line ${line}: ${reason}`);
    },
    onProgress(rows, share) {
      read = rows;
      if (share === 1 || Date.now() - toldAt < toldEvery) return;
      toldAt = Date.now();
      say(`  … ${counted(rows)} rows, ${counted(speed())} rows/s, ${Math.floor(share * 100)}%`);
    },
  };
  try {
    const { rates } = await run(listeners);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    say(
      `${counted(read)} rows in ${seconds} s, ${counted(speed())} rows/s: ${counted(rates)} rates are new or changed.`,
    );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const kept = read > refused ? ' What stands before that has been taken in.' : '';
    throw new StartError(`${file}: ${error.message}${kept}`);
  } finally {
    if (refused > refusalsTold) complain(`… and ${counted(refused - refusalsTold)} further rows`);
    if (refused > 0) complain(`${counted(refused)} rows cannot be used.`);
  }
  if (read > refused) return true;
  complain('There is nothing usable in this file.');
  return false;
}

const counted = (count: number) => count.toLocaleString('en-IN');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  const command = readCommand(process.argv.slice(2));
  if (command === 'help') say(help);
  else if (!(await importRates(readEnv(process.env), command))) process.exitCode = 1;
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  if (error instanceof UsageError) complain(`${error.message}\n\n${help}`);
  else complain(error instanceof StartError ? error.message : String((error as Error).stack));
}
