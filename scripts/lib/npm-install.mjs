import { existsSync, readFileSync } from 'node:fs';
import { programIn } from './find-programs.mjs';
import { inRoot, pinnedNode, root, systemPath } from './paths.mjs';
import { StepError, run, step } from './steps.mjs';

/** @param {string} file @returns {Record<string, { version?: string; optional?: boolean; peer?: boolean }>} */
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Returns whether node_modules has what package-lock.json names. npm writes its list of installed packages last, so it
 * is complete.
 */
export function areInstalled() {
  const listFile = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(pinnedNode) || !existsSync(listFile)) return false;
  const present = packagesIn(listFile);
  return Object.entries(packagesIn(inRoot('package-lock.json')))
    .filter(([name]) => name.includes('node_modules/'))
    .every(([name, { version, optional, peer }]) => {
      // npm skips optional packages of other systems.
      return present[name] ? present[name].version === version : optional || peer;
    });
}

/**
 * Returns the command that runs npm on the system's Node, because the pinned one is deleted while node_modules is
 * replaced.
 */
function npmCommand() {
  const npmScript = process.env.npm_execpath ?? '';
  const systemNode = programIn(systemPath(), ['node']) ?? process.execPath;
  if (/npm-cli\.c?js$/.test(npmScript)) return { command: systemNode, args: [npmScript] };
  const npm = programIn(systemPath(), ['npm']);
  if (!npm) throw new StepError('npm was not found: install it together with Node from https://nodejs.org');
  return { command: npm, args: [] };
}

function install() {
  const { command, args } = npmCommand();
  // Leave out the variables with the path of the pinned Node, because npm runs on the system's Node.
  const { NODE: _node, npm_node_execpath: _execpath, ...env } = process.env;
  run(
    command,
    [...args, 'ci', '--loglevel=error', '--no-fund', '--no-audit', '--no-update-notifier'],
    'The npm packages could not be installed: see the lines above; is the npm registry reachable?',
    { cwd: root, env: { ...env, PATH: systemPath() }, shell: command.endsWith('.cmd') },
  );
}

/** Installs the npm packages of package-lock.json unless they are installed. */
export function ensurePackages() {
  if (areInstalled()) return;
  step('Installing npm packages', install);
  if (!existsSync(pinnedNode)) {
    throw new StepError(
      'The pinned Node is missing after the install: npm was told not to run install scripts. ' +
        'Allow them for this project (npm config set ignore-scripts false) and run the command again.',
    );
  }
}
