import { withLock } from './lock.mjs';
import { areInstalled, ensurePackages } from './npm-install.mjs';
import { inRoot } from './paths.mjs';
import { StepError } from './steps.mjs';
import { ensureTestPrograms } from './system-packages.mjs';
import { ensureWebBuild, isBuilt } from './web-build.mjs';

/**
 * Makes the checkout ready for an npm script, by steps that do nothing when they are done already. @type
 * {Record<string, (() => void)[]>}
 */
const needs = {
  start: [ensurePackages, ensureWebBuild],
  test: [ensurePackages, ensureTestPrograms, ensureWebBuild],
  check: [ensurePackages],
};

/**
 * A checkout that is ready may be read-only, so it is checked before the lock, which is a file. @type {Record<string,
 * () => boolean>}
 */
const isReady = { start: () => areInstalled() && isBuilt(), check: areInstalled };

/** @param {string} command */
export function setup(command) {
  try {
    if (isReady[command]?.()) return;
    withLock(inRoot('.cache', 'setup.lock'), () => needs[command]?.forEach((ensure) => ensure()));
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
