import { spawn } from 'node:child_process';
import { pinnedNode, root } from './paths.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a script on the pinned Node, attached to this terminal.
 * @param {readonly string[]} args
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<number>} the exit code
 */
export function runNode(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(pinnedNode, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    keepTrack(child);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Ends the child together with this process. @param {import('node:child_process').ChildProcess} child */
export function keepTrack(child) {
  running.add(child);
  child.on('close', () => running.delete(child));
}

/** @param {NodeJS.Signals} [signal] */
export function endChildren(signal = 'SIGTERM') {
  for (const child of running) child.kill(signal);
}
