import { execFile, spawnSync } from 'node:child_process';
import { inRoot, pinnedNode, root } from './paths.mjs';

/** An error whose message explains the failure, so that it is printed without a stack. */
export class StepError extends Error {}

/** @param {number} started as of Date.now() */
const secondsSince = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

/** Prints what is being done, and how long it took. @param {string} title @param {() => void} work */
export function step(title, work) {
  const started = Date.now();
  console.log(`${title} …`);
  work();
  console.log(`${title}: done in ${secondsSince(started)}`);
}

/**
 * Runs a command in this terminal.
 * @param {string} command @param {readonly string[]} args @param {string} failure what to say if it fails
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(command, args, failure, options) {
  const { status, signal, error } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (status !== 0) throw new StepError(`${failure} (${error?.message ?? signal ?? `exit code ${status}`})`);
}

/**
 * Runs a tool of node_modules. Resolves with its output; when it fails, the error contains the output.
 * @param {string} script @param {readonly string[]} args @param {string} [cwd] @returns {Promise<string>}
 */
export function runTool(script, args, cwd = root) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  const options = { cwd, env, maxBuffer: 64 * 1024 ** 2 };
  return new Promise((resolve, reject) => {
    execFile(pinnedNode, [inRoot('node_modules', script), ...args], options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      return reject(new Error(`${script} failed:\n${stdout}${stderr}`));
    });
  });
}
