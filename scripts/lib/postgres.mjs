import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fastFolder } from './fast-folder.mjs';
import { findPostgresBin } from './find-programs.mjs';
import { StepError, run } from './steps.mjs';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;
/** A temporary cluster need not survive a power cut. */
const FLEETING = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The server and its child processes. @param {number} parent @returns {number[]} */
function processesOf(parent) {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = list
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [parent, ...pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))];
}

/** PostgreSQL refuses to run as root. @returns {{ uid?: number; gid?: number }} */
function otherUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such user: try the next one.
    }
  }
  throw new StepError(
    'PostgreSQL must not run as root, and there is neither a user "postgres" nor "nobody".',
  );
}

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

/** @param {string} bin @param {string} folder @param {string} password @param {SpawnOptions} options */
async function makeCluster(bin, folder, password, options) {
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (options.uid !== undefined && options.gid !== undefined) {
    chownSync(folder, options.uid, options.gid);
    chownSync(passwordFile, options.uid, options.gid);
  }
  // As in the embedded database; trigrams of Hindi words need a UTF-8 locale.
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const args = ['-D', 'data', '--username=upaj', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  args.push('--encoding=UTF8', `--locale=${locale}`, '--no-sync');
  await run(path.join(bin, 'initdb'), args, {
    ...options,
    failure: 'A PostgreSQL cluster could not be made.',
  });
}

/**
 * @param {string} bin @param {readonly string[]} settings @param {string} logFile @param {SpawnOptions} options
 */
function startServer(bin, settings, logFile, options) {
  const log = openSync(logFile, 'a');
  const args = ['-D', 'data', ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(path.join(bin, 'postgres'), args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise((resolve) => {
    server.on('error', resolve);
    server.on('exit', resolve);
  });
  return { server, ended };
}

/**
 * @typedef {object} PostgresServer
 * @property {string} url
 * @property {string} folder
 * @property {number} port
 * @property {string} version
 * @property {() => Promise<void>} stop stops it and removes its folder
 * @property {() => Promise<void>} halt kills it, without a checkpoint
 * @property {() => Promise<void>} resume starts it again after `halt`
 * @property {(isFrozen: boolean) => void} freeze pauses or resumes all its processes
 */

/**
 * Starts a PostgreSQL cluster in a temporary folder, on a loopback port only.
 * @param {{ isDurable?: boolean; settings?: readonly string[] }} [options] isDurable: with PostgreSQL's safe
 *   defaults, as a benchmark needs them; settings: further `name=value` pairs
 * @returns {Promise<PostgresServer>}
 */
export async function startPostgres({ isDurable = false, settings = [] } = {}) {
  const bin = findPostgresBin();
  if (!bin) throw new StepError('The PostgreSQL server was not found: `npm test` installs it or says how.');
  const user = otherUser();
  const usual = isDurable ? tmpdir() : fastFolder();
  // Another user cannot access root's temporary folder.
  const parent = user.uid !== undefined && usual === tmpdir() ? '/tmp' : usual;
  const folder = mkdtempSync(path.join(parent, 'upaj-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const options = {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TZ: 'UTC', LC_ALL: 'C' },
  };
  const password = randomBytes(16).toString('hex');
  try {
    await makeCluster(bin, folder, password, options);
  } catch (error) {
    remove();
    throw error;
  }

  const port = await freePort();
  const logFile = path.join(folder, 'log');
  const reach = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
  ];
  const allSettings = [...reach, ...(isDurable ? [] : FLEETING), ...settings];
  let { server, ended } = startServer(bin, allSettings, logFile, options);
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null || server.pid === undefined;

  // If this process exits early. SIGQUIT skips the checkpoint.
  const endAtOnce = () => {
    if (!hasEnded()) server.kill('SIGQUIT');
    remove();
  };
  process.once('exit', endAtOnce);
  const stop = async () => {
    process.off('exit', endAtOnce);
    if (!hasEnded()) server.kill(isDurable ? 'SIGINT' : 'SIGQUIT');
    await Promise.race([ended, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    if (!hasEnded()) server.kill('SIGKILL');
    await ended;
    remove();
  };

  const waitUntilReady = async () => {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!readFileSync(logFile, 'utf8').includes('ready to accept connections')) {
      await Promise.race([ended, wait(50)]);
      if (!hasEnded() && Date.now() < deadline) continue;
      const output = readFileSync(logFile, 'utf8');
      await stop();
      throw new StepError('PostgreSQL did not start.', output);
    }
  };
  await waitUntilReady();
  const halt = async () => {
    server.kill('SIGQUIT');
    await ended;
  };
  const resume = async () => {
    rmSync(logFile);
    ({ server, ended } = startServer(bin, allSettings, logFile, options));
    await waitUntilReady();
  };
  const freeze = (/** @type {boolean} */ isFrozen) => {
    for (const pid of processesOf(server.pid ?? 0)) process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
  };
  const version = readFileSync(path.join(folder, 'data', 'PG_VERSION'), 'utf8').trim();
  const url = `postgres://upaj:${password}@127.0.0.1:${port}/postgres`;
  return { folder, url, port, version, stop, halt, resume, freeze };
}
