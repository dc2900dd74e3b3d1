import { withLock } from './lock.mjs';
import { ensurePackages } from './npm-install.mjs';
import { inRoot } from './paths.mjs';
import { StepError } from './steps.mjs';
import { ensureTestPrograms } from './system-packages.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** What each npm script needs. @type {Record<string, (() => void)[]>} */
const needs = {
  start: [ensurePackages, ensureWebBuild],
  test: [ensurePackages, ensureTestPrograms, ensureWebBuild],
  check: [ensurePackages],
};

/** @param {string} command */
export function setup(command) {
  try {
    withLock(inRoot('.cache', 'setup.lock'), () => needs[command]?.forEach((ensure) => ensure()));
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
