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
 * Starts a Redis of its own that keeps nothing, reachable on a loopback port only.
 * @returns {Promise<{ url: string; stop: () => Promise<void> }>}
 */
export async function startRedis() {
  const program = findRedis();
  if (!program) throw new StepError('The Redis server was not found: `npm test` installs it or says how.');
  const folder = mkdtempSync(path.join(tmpdir(), 'upaj-redis-'));
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn(program, [...args, '--dir', folder], { stdio: 'ignore' });
  const ended = new Promise((resolve) => {
    server.on('error', resolve);
    server.on('exit', resolve);
  });
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
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isOpen(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new StepError('Redis did not start.');
    }
    await wait(30);
  }
  return { url: `redis://127.0.0.1:${port}`, stop };
}
