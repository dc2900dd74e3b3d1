import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findRedis } from './find-programs.mjs';
import { freePort } from './postgres.mjs';
import { StepError } from './steps.mjs';

const START_TIMEOUT_MS = 10_000;

/** @param {number} port @returns {Promise<boolean>} */
function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * @typedef {object} RedisServer
 * @property {string} url
 * @property {() => Promise<void>} stop stops it and removes its folder
 * @property {() => Promise<void>} halt kills it
 * @property {() => Promise<void>} resume starts it again after `halt`
 * @property {(isFrozen: boolean) => void} freeze pauses or resumes its process
 */

/**
 * Starts a Redis without persistence, on a loopback port only.
 * @returns {Promise<RedisServer>}
 */
export async function startRedis() {
  const program = findRedis();
  if (!program) throw new StepError('The Redis server was not found: `npm test` installs it or says how.');
  const folder = mkdtempSync(path.join(tmpdir(), 'upaj-redis-'));
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const start = () => {
    const server = spawn(program, [...args, '--dir', folder], { stdio: 'ignore' });
    const ended = new Promise((resolve) => {
      server.on('error', resolve);
      server.on('exit', resolve);
    });
    return { server, ended };
  };
  let { server, ended } = start();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const endAtOnce = () => {
    server.kill('SIGKILL');
    remove();
  };
  process.once('exit', endAtOnce);
  const stop = async () => {
    process.off('exit', endAtOnce);
    server.kill('SIGTERM');
    await ended;
    remove();
  };
  const waitUntilOpen = async () => {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await isOpen(port))) {
      if (server.exitCode !== null || Date.now() > deadline) {
        await stop();
        throw new StepError('Redis did not start.');
      }
      await wait(30);
    }
  };
  await waitUntilOpen();
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    async halt() {
      server.kill('SIGKILL');
      await ended;
    },
    async resume() {
      ({ server, ended } = start());
      await waitUntilOpen();
    },
    freeze: (isFrozen) => void server.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
  };
}
