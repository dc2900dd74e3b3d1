import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fastFolder } from './paths.mjs';
import { findPostgresBin } from './find-programs.mjs';
import { freePort } from '../../server/test/process.ts';

/** Settings that are fast but unsafe: a temporary cluster need not survive a power cut. */
const FLEETING = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Returns the user to run PostgreSQL as, because it refuses to run as root.
 * @returns {{ uid?: number; gid?: number }}
 */
function otherUser() {
  if (process.getuid?.() !== 0) return {};
  const id = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, 'postgres']));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * @typedef {object} PostgresServer
 * @property {string} url
 * @property {string} folder
 * @property {number} port
 * @property {string} version
 * @property {() => void} stop stops it and removes its folder
 * @property {() => void} halt kills it, without a checkpoint
 * @property {() => void} resume starts it again after `halt`
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
  if (!bin) throw new Error('The PostgreSQL server was not found: `npm test` installs it or says how.');
  const user = otherUser();
  const usual = isDurable ? tmpdir() : fastFolder();
  // Another user cannot access root's temporary folder.
  const parent = user.uid !== undefined && usual === tmpdir() ? '/tmp' : usual;
  const folder = mkdtempSync(path.join(parent, 'upaj-postgres-'));
  const password = randomBytes(16).toString('hex');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined)
    for (const file of [folder, passwordFile]) chownSync(file, user.uid, user.gid);

  /** @param {string} program @param {readonly string[]} args */
  const call = (program, args) =>
    execFileSync(path.join(bin, program), args, {
      ...user,
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TZ: 'UTC', LC_ALL: 'C' },
      encoding: 'utf8',
      // The output is piped, so that an error contains what the program printed.
      stdio: 'pipe',
    });
  const control = (/** @type {string[]} */ ...args) => call('pg_ctl', ['-D', 'data', '-w', ...args]);
  // The embedded database has this locale too. Trigrams of Hindi words need UTF-8.
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const options = ['--username=upaj', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'];
  call('initdb', ['-D', 'data', ...options, '--encoding=UTF8', `--locale=${locale}`]);

  const port = await freePort();
  const reach = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const all = [...reach, 'max_connections=200', ...(isDurable ? [] : FLEETING), ...settings];
  const resume = () =>
    void control('start', '-l', 'log', '-o', all.map((setting) => `-c '${setting}'`).join(' '));
  const halt = () => void control('stop', '-m', 'immediate');
  const url = `postgres://upaj:${password}@127.0.0.1:${port}/postgres`;
  /** @type {number[]} */
  let frozen = [];
  const stop = () => {
    process.off('exit', stop);
    try {
      control('stop', '-m', isDurable ? 'fast' : 'immediate');
    } catch {
      // The cluster is stopped already.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', stop);
  resume();
  return {
    folder,
    url,
    port,
    version: readFileSync(path.join(folder, 'data', 'PG_VERSION'), 'utf8').trim(),
    stop,
    halt,
    resume,
    freeze(isFrozen) {
      if (isFrozen) {
        const query = 'select pid from pg_stat_activity where pid <> pg_backend_pid()';
        const [main] = readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1);
        frozen = [main, ...call('psql', [url, '-Atc', query]).trim().split('\n')].map(Number);
      }
      for (const pid of frozen) process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
    },
  };
}
