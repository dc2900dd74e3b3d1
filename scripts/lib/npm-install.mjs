import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programIn } from './find-programs.mjs';
import { hashOf, readIfThere } from './hash.mjs';
import { inRoot, pinnedNode, root, systemPath } from './paths.mjs';
import { StepError, run, step } from './steps.mjs';

const stampFile = inRoot('node_modules', '.upaj-install');
const lockFile = inRoot('package-lock.json');
const DEPENDENCY_FIELDS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'workspaces',
  'allowScripts',
];

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function manifests() {
  /** @type {string[]} */
  const workspaces = readJson(inRoot('package.json')).workspaces ?? [];
  return ['', ...workspaces].map((folder) => ({
    folder,
    manifest: readJson(path.join(root, folder, 'package.json')),
  }));
}

function wantedStamp() {
  const fields = manifests().map(({ folder, manifest }) =>
    JSON.stringify([folder, DEPENDENCY_FIELDS.map((field) => manifest[field] ?? null)]),
  );
  return hashOf([process.platform, process.arch, readFileSync(lockFile, 'utf8'), ...fields]);
}

/** @param {any} entry */
const versionOf = (entry) => (entry?.link ? `link ${entry.resolved}` : entry?.version);

/** True after a manual `npm install` that matches package-lock.json. */
function isInstalledByHand() {
  const hidden = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = readJson(lockFile).packages;
  const present = readJson(hidden).packages;
  const isLockCurrent = manifests().every(({ folder, manifest }) =>
    ['dependencies', 'devDependencies', 'optionalDependencies'].every(
      (field) =>
        JSON.stringify(Object.entries(wanted[folder]?.[field] ?? {}).sort()) ===
        JSON.stringify(Object.entries(manifest[field] ?? {}).sort()),
    ),
  );
  const isTreeCurrent = Object.keys({ ...wanted, ...present })
    .filter((name) => name.startsWith('node_modules/'))
    .every((name) => {
      // npm skips optional packages of other systems.
      if (!present[name]) return wanted[name].optional || wanted[name].peer;
      return versionOf(wanted[name]) === versionOf(present[name]);
    });
  return isLockCurrent && isTreeCurrent;
}

/** npm runs on the system's Node: the pinned one is deleted while node_modules is replaced. */
function npmCommand() {
  const npmScript = process.env.npm_execpath ?? '';
  const systemNode = programIn(systemPath(), ['node']) ?? process.execPath;
  if (/npm-cli\.c?js$/.test(npmScript)) return { command: systemNode, args: [npmScript] };
  const npm = programIn(systemPath(), ['npm']);
  if (!npm) throw new StepError('npm was not found: install it together with Node from https://nodejs.org');
  return { command: npm, args: [] };
}

async function install() {
  // An interrupted install must not look finished.
  rmSync(stampFile, { force: true });
  const { command, args } = npmCommand();
  // The system's Node may be older than the pinned one.
  const options = ['ci', '--loglevel=error', '--no-fund', '--no-audit', '--no-update-notifier'];
  const { NODE: _node, npm_node_execpath: _execpath, ...env } = process.env;
  await run(command, [...args, ...options], {
    cwd: root,
    env: { ...env, PATH: systemPath() },
    shell: command.endsWith('.cmd'),
    failure: 'The npm packages could not be installed: see the lines above; is the npm registry reachable?',
  });
}

/** Installs the npm packages when package-lock.json or a package.json changed since the last time. */
export async function ensurePackages() {
  const wanted = wantedStamp();
  const hasNode = existsSync(pinnedNode);
  if (hasNode && readIfThere(stampFile) === wanted) return false;
  const areInstalled = hasNode && isInstalledByHand();
  if (!areInstalled) await step('Installing npm packages', install);
  if (!existsSync(pinnedNode)) {
    throw new StepError(
      'The pinned Node is missing after the install: npm was told not to run install scripts. ' +
        'Allow them for this project (npm config set ignore-scripts false) and run the command again.',
    );
  }
  writeFileSync(stampFile, wanted);
  return !areInstalled;
}
