import { withLock } from './lock.mjs';
import { areInstalled, ensurePackages } from './npm-install.mjs';
import { inRoot } from './paths.mjs';
import { StepError } from './steps.mjs';
import { ensureTestPrograms } from './system-packages.mjs';
import { ensureWebBuild, isBuilt } from './web-build.mjs';

/**
 * The steps that make the checkout ready for an npm script. A step that was done before does nothing.
 * @type {Record<string, (() => void)[]>}
 */
const needs = {
  start: [ensurePackages, ensureWebBuild],
  test: [ensurePackages, ensureTestPrograms, ensureWebBuild],
  check: [ensurePackages],
};

/**
 * Returns whether nothing is to be done. That is asked before taking the lock, which is a file: a checkout that is
 * ready may be read-only.
 * @type {Record<string, () => boolean>}
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
