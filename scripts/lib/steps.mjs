import { spawnSync } from 'node:child_process';

/** A failure that its message explains; shown without a stack. */
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
