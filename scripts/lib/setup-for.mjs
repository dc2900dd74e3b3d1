import { withLock } from './lock.mjs';
import { ensurePackages } from './npm-install.mjs';
import { inRoot } from './paths.mjs';
import { StepError, reportFailure, seconds } from './steps.mjs';
import { ensureTestPrograms } from './system-packages.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** What each npm script needs. @type {Record<string, (() => Promise<boolean>)[]>} */
const needs = {
  start: [ensurePackages, ensureWebBuild],
  test: [ensurePackages, ensureTestPrograms, ensureWebBuild],
  bench: [ensurePackages, ensureTestPrograms, ensureWebBuild],
  build: [ensurePackages, ensureWebBuild],
  dev: [ensurePackages],
  check: [ensurePackages],
};

/** @param {string} command @returns {Promise<number>} the exit code */
export async function setup(command) {
  const started = Date.now();
  try {
    const steps = needs[command];
    if (!steps) throw new StepError(`setup does not know "${command}": ${Object.keys(needs).join(', ')}.`);
    const lockFile = inRoot('.cache', 'setup.lock');
    let hasWorked = false;
    const work = async () => {
      for (const ensure of steps) hasWorked = (await ensure()) || hasWorked;
    };
    await withLock(lockFile, work, (pid) =>
      console.log(`Waiting for another setup (process ${pid}) to finish …`),
    );
    if (hasWorked) console.log(`Setup finished in ${seconds(Date.now() - started)}.`);
    return 0;
  } catch (error) {
    reportFailure(error);
    return 1;
  }
}
