import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '#src/platform/start-error.ts';
import { isDiskFull } from './files.ts';

const longestOutput = 16 * 1024 * 1024;

/** Comments are left out, because only a superuser may comment on an extension that a superuser created. */
const common = ['--no-owner', '--no-privileges', '--no-comments'];

export function dumpPostgres(url: string, serverVersion: string, file: string): Promise<void> {
  return call('pg_dump', ['--format=custom', `--file=${file}`, ...common], url, serverVersion);
}

/** Restores the whole dump or nothing. */
export function restorePostgres(url: string, serverVersion: string, file: string): Promise<void> {
  const args = ['--single-transaction', '--exit-on-error', ...common, file];
  return call('pg_restore', args, url, serverVersion);
}

async function call(program: string, args: string[], url: string, serverVersion: string): Promise<void> {
  const { address, password } = splitPassword(url);
  // The password is in the environment, because other users of the machine can read arguments.
  const env = { ...process.env, ...(password !== undefined && { PGPASSWORD: password }), LC_ALL: 'C' };
  try {
    const options = { env, maxBuffer: longestOutput };
    await promisify(execFile)(program, [`--dbname=${address}`, ...args], options);
  } catch (error) {
    throw explain(program, serverVersion, error as NodeJS.ErrnoException & { stderr?: string });
  }
}

export function splitPassword(url: string): { address: string; password: string | undefined } {
  const [, start, password, rest] = /^(\w+:\/\/[^:@/?]*):([^@/?]*)(@.*)$/s.exec(url) ?? [];
  return password === undefined
    ? { address: url, password }
    : { address: `${start}${rest}`, password: decodeURIComponent(password) };
}

function explain(
  program: string,
  serverVersion: string,
  { code, stderr = '', message }: NodeJS.ErrnoException & { stderr?: string },
): StartError {
  const install = `Install PostgreSQL's client programs of version ${Number.parseInt(serverVersion, 10)} or newer (Debian: postgresql-client), and put them first in PATH.`;
  if (code === 'ENOENT') return new StartError(`${program} was not found. ${install}`);
  const reason = stderr.trim() || message;
  if (/server version mismatch/.test(reason))
    return new StartError(`${program} is older than the server, which is ${serverVersion}. ${install}`);
  if (/unsupported version .* in file header/.test(reason))
    return new StartError(`${program} is older than the pg_dump that made the backup. ${install}`);
  if (isDiskFull(reason)) return new StartError(reason);
  return new StartError(`${program} failed: ${reason.slice(-2_000)}`);
}
