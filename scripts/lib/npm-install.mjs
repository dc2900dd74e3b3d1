import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { programIn } from './find-programs.mjs';
import { inRoot, pinnedNode, root, systemPath } from './paths.mjs';
import { StepError, run, step } from './steps.mjs';

/**
 * @typedef {{ version?: string; optional?: boolean; peer?: boolean; link?: boolean; dependencies?: object; optionalDependencies?: object }} Package
 * @typedef {Record<string, Package>} Packages by their folders
 */

/** @param {string} file @returns {Packages} */
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** The workspaces whose packages build and serve the market of one machine. The others are for tests and for larger deployments. */
const served = ['contract', 'server', 'web'];

/** Finds a package as Node does: in the folder's own node_modules, then in those above. @param {Packages} locked @param {string} folder @param {string} name */
function resolve(locked, folder, name) {
  for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1))) {
    const place = `${from && `${from}/`}node_modules/${name}`;
    if (locked[place] || !from) return place;
  }
}

/** Returns the folders of the packages that the served workspaces need. @param {Packages} locked */
function findServed(locked) {
  /** @type {Set<string>} */
  const found = new Set();
  const folders = served.filter((folder) => locked[folder]);
  for (const folder of folders) {
    const { dependencies, optionalDependencies } = locked[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = resolve(locked, folder, name);
      if (found.has(place) || !locked[place]) continue;
      found.add(place);
      folders.push(place);
    }
  }
  return found;
}

/** True when node_modules has what package-lock.json names, or of that what `npm start` needs: npm lists what it installed, at the end. */
export function areInstalled({ all = false } = {}) {
  const listFile = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(pinnedNode) || !existsSync(listFile)) return false;
  const present = packagesIn(listFile);
  const locked = packagesIn(inRoot('package-lock.json'));
  const needed = all
    ? Object.keys(locked).filter((name) => name.includes('node_modules/'))
    : [...findServed(locked)];
  return needed.every((name) => {
    const { version, optional, peer } = locked[name] ?? {};
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

/** With this flag npm leaves out optional peers, which it otherwise installs whenever another workspace has them. */
const onlyServed = ['--omit=dev', '--legacy-peer-deps', ...served.map((folder) => `--workspace=${folder}`)];

/** @param {readonly string[]} options */
function install(options) {
  const { command, args } = npmCommand();
  // Leave out the variables with the path of the pinned Node, because npm runs on the system's Node.
  const { NODE: _node, npm_node_execpath: _execpath, ...env } = process.env;
  run(
    command,
    [...args, 'ci', ...options, '--loglevel=error', '--no-fund', '--no-audit', '--no-update-notifier'],
    'The npm packages could not be installed: see the lines above; is the npm registry reachable?',
    { cwd: root, env: { ...env, PATH: systemPath() }, shell: command.endsWith('.cmd') },
  );
}

/** The C headers of the pinned Node take 67 MB, and nothing here is compiled. */
function deleteHeaders() {
  const folder = inRoot('node_modules', 'node', 'node_modules');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((name) => name.startsWith('node-')))
    rmSync(`${folder}/${name}/include`, { recursive: true, force: true });
}

/**
 * Installs the npm packages of package-lock.json unless they are installed: all, or those that `npm start` needs. A
 * checkout that has all keeps all.
 */
export function ensurePackages({ all = false } = {}) {
  if (areInstalled({ all })) return;
  const hadAll = existsSync(inRoot('node_modules', 'vitest'));
  step('Installing npm packages', () => install(all || hadAll ? [] : onlyServed));
  if (!existsSync(pinnedNode)) {
    throw new StepError(
      'The pinned Node is missing after the install: npm was told not to run install scripts. ' +
        'Allow them for this project (npm config set ignore-scripts false) and run the command again.',
    );
  }
  deleteHeaders();
}
