import { parseArgs } from 'node:util';
import { isState } from '@upaj/contract/places';
import { runCommand, runMain, UsageError, withApp, type Output } from './command.ts';
import { readEnv } from './env.ts';
import { StartError } from './platform/start-error.ts';

const help = `Usage: npm run rates -- <command>

  import FILE [--state STATE] [--commodity COMMODITY]
      imports a file of AGMARKNET rates, from data.gov.in or the AGMARKNET portal, of any year, and says what it understood

Files are CSV (also with tabs or semicolons), XML, or the portal's older .xls, which are web pages. For a file without a State
column, use --state, for example --state "Punjab". For a file of one commodity without its name, use --commodity. Importing the same file again changes nothing,
and running an interrupted import again completes it. With PostgreSQL this works while the server is running; the embedded
database can be opened by only one process. Set the same environment variables as for the server (DATA_DIR, DATABASE_URL,
SECRET_KEY, REDIS_URL).`;

const refusalsShown = 20;
const progressEvery = 2_000;

interface FileSummary {
  formats: ReadonlySet<string>;
  states: ReadonlySet<string>;
  days: readonly [first: string, last: string] | undefined;
  rates: number;
}

interface Listeners {
  onRefused(line: number, reason: string): void;
  onProgress(rows: number, share: number): void;
  onRead(summary: FileSummary): void;
}

interface Import {
  file: string;
  state: string | undefined;
  commodity: string | undefined;
}

function readCommand(args: string[]): Import | 'help' {
  const { positionals, values } = parse(args);
  const [name = 'help', file, ...rest] = positionals;
  if (name === 'help' || values.help) return 'help';
  if (name !== 'import') throw new UsageError(`Unknown command "${name}".`);
  if (!file) throw new UsageError('FILE is missing.');
  if (rest.length > 0) throw new UsageError(`Unexpected arguments: ${rest.join(' ')}.`);
  if (values.state !== undefined && !isState(values.state))
    throw new UsageError(`Unknown state "${values.state}".`);
  if (values.commodity?.trim() === '') throw new UsageError('COMMODITY is missing.');
  return { file, state: values.state, commodity: values.commodity };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        state: { type: 'string' },
        commodity: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function reportProgress(
  file: string,
  { say, complain }: Output,
  run: (listeners: Listeners) => Promise<{ rates: number }>,
): Promise<boolean> {
  const began = Date.now();
  let reportedAt = 0;
  let refused = 0;
  let read = 0;
  const speed = () => Math.round((read / Math.max(1, Date.now() - began)) * 1000);
  const listeners: Listeners = {
    onRefused(line, reason) {
      refused += 1;
      if (refused <= refusalsShown) complain(`line ${line}: ${reason}`);
    },
    onProgress(rows, share) {
      read = rows;
      if (rows === 0 || share === 1 || Date.now() - reportedAt < progressEvery) return;
      reportedAt = Date.now();
      say(`  … ${counted(rows)} rows, ${counted(speed())} rows/s, ${Math.floor(share * 100)}%`);
    },
    onRead(summary) {
      if (summary.rates > 0) say(describe(summary));
    },
  };
  try {
    const { rates } = await run(listeners);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    say(
      `${countedRows(read)} in ${seconds} s, ${counted(speed())} rows/s: ${counted(rates)} ${rates === 1 ? 'rate' : 'rates'} added or updated.`,
    );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const imported = read > refused ? ' The rows before this line have been imported.' : '';
    throw new StartError(`${file}: ${error.message}${imported}`);
  } finally {
    if (refused > refusalsShown) complain(`… and ${counted(refused - refusalsShown)} more`);
    if (refused > 0) complain(`${countedRows(refused)} ${refused === 1 ? 'was' : 'were'} skipped.`);
  }
  if (read > refused) return true;
  complain('The file contains no usable rows.');
  return false;
}

const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' });

/** Describes what was understood: 'AGMARKNET 2.0 report, Punjab, 28 Nov 2026: 8 rows'. */
function describe({ formats, states, days = ['', ''], rates }: FileSummary): string {
  const places = states.size > 3 ? `${states.size} states` : [...states].join(' and ');
  const [first, last] = days.map((day) => date.format(new Date(day)));
  const period = first === last ? first : `${first} to ${last}`;
  return `${[...formats].join(' and ')}, ${places}, ${period}: ${countedRows(rates)}`;
}

const counted = (count: number) => count.toLocaleString('en-IN');
const countedRows = (count: number) => `${counted(count)} ${count === 1 ? 'row' : 'rows'}`;

/** Runs the command. @returns the exit code */
export function run(args: string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  return runCommand(help, output, async () => {
    const command = readCommand(args);
    if (command === 'help') {
      output.say(help);
      return true;
    }
    const { file, ...given } = command;
    return withApp(readEnv(env), ({ services }) =>
      reportProgress(file, output, (listeners) => services.rates.importCsv(file, { ...given, ...listeners })),
    );
  });
}

if (import.meta.main) await runMain(run);
