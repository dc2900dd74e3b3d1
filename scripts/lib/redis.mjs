import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { findRedis } from './find-programs.mjs';
import { freePort } from '../../server/test/process.ts';

/** @param {number} port @returns {Promise<boolean>} */
export function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy());
    socket.on('error', () => resolve(false));
  });
}

/**
 * @typedef {object} RedisServer
 * @property {string} url
 * @property {() => Promise<void>} halt ends it
 * @property {() => Promise<void>} resume starts it again after `halt`
 * @property {(isFrozen: boolean) => void} freeze pauses or resumes its process
 */

/**
 * Starts a Redis without persistence, on a loopback port only.
 * @returns {Promise<RedisServer>}
 */
export async function startRedis() {
  const program = findRedis();
  if (!program) throw new Error('The Redis server was not found: `npm test` installs it or says how.');
  const port = await freePort();
  const start = () =>
    spawn(program, ['--port', `${port}`, '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' });
  let server = start();
  process.once('exit', () => server.kill('SIGKILL'));
  const waitUntilOpen = async () => {
    for (const deadline = Date.now() + 10_000; !(await isOpen(port)); await wait(30))
      if (server.exitCode !== null || Date.now() > deadline) throw new Error('Redis did not start.');
  };
  await waitUntilOpen();
  return {
    url: `redis://127.0.0.1:${port}`,
    async halt() {
      if (server.kill('SIGKILL')) await once(server, 'exit');
    },
    async resume() {
      server = start();
      await waitUntilOpen();
    },
    freeze: (isFrozen) => void server.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
  };
}
