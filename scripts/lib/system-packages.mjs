import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  findChromium,
  findFirefox,
  findPostgresBin,
  findRedis,
  findWebKit,
  findWpe,
  hasIndianFonts,
  programIn,
} from './find-programs.mjs';
import { systemPath } from './paths.mjs';
import { StepError, run, step } from './steps.mjs';

/** @typedef {'Chromium' | 'the PostgreSQL server' | 'Redis' | 'fonts of India’s scripts' | 'Firefox' | 'WebKitGTK' | 'WPE'} Need */
/** @typedef {{ install: string; packages: Partial<Record<Need, string>> }} Manager */

/** @type {Record<Need, () => unknown>} */
const finders = {
  Chromium: findChromium,
  'the PostgreSQL server': findPostgresBin,
  Redis: findRedis,
  'fonts of India’s scripts': hasIndianFonts,
  Firefox: findFirefox,
  WebKitGTK: findWebKit,
  WPE: findWpe,
};

/** Where a system has no package of these, their tests are skipped. @type {readonly Need[]} */
const optional = ['Firefox', 'WebKitGTK', 'WPE'];

const scripts = 'bengali devanagari gujarati gurmukhi kannada malayalam oriya tamil telugu'.split(' ');
const fedoraFonts = [...scripts.map((script) => `google-noto-sans-${script}-fonts`), 'fontconfig'].join(' ');

/** @type {Record<string, Manager>} */
const managers = {
  'apt-get': {
    install: 'install -y -qq --no-install-recommends',
    packages: {
      Chromium: isUbuntu() ? 'chromium-browser' : 'chromium-headless-shell',
      'the PostgreSQL server': 'postgresql',
      Redis: 'redis-server',
      'fonts of India’s scripts': 'fonts-noto-core fontconfig',
      ...(isDebian() && {
        Firefox: 'firefox-esr',
        WebKitGTK: 'webkit2gtk-driver xvfb',
        WPE: 'wpewebkit-driver',
      }),
    },
  },
  dnf: {
    install: 'install -y -q',
    packages: {
      Chromium: 'chromium',
      'the PostgreSQL server': 'postgresql-server postgresql-contrib',
      Redis: 'redis',
      'fonts of India’s scripts': fedoraFonts,
    },
  },
  pacman: {
    install: '-Sy --noconfirm --needed',
    packages: {
      Chromium: 'chromium',
      'the PostgreSQL server': 'postgresql',
      Redis: 'valkey',
      'fonts of India’s scripts': 'noto-fonts fontconfig',
    },
  },
  brew: {
    install: 'install',
    packages: {
      Chromium: 'google-chrome',
      'the PostgreSQL server': 'postgresql@17',
      Redis: 'redis',
    },
  },
};

function isUbuntu() {
  return isSystem('ubuntu');
}

function isDebian() {
  return isSystem('debian');
}

/** @param {string} id */
function isSystem(id) {
  try {
    return new RegExp(`^ID=${id}$`, 'm').test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * @param {string} manager @param {readonly Need[]} missing @returns {string[]} the arguments; none without a package
 */
function installArgs(manager, missing) {
  const { install = '', packages = {} } = managers[manager] ?? {};
  const names = missing.flatMap((need) => packages[need]?.split(' ') ?? []);
  return names.length > 0 ? [...install.split(' '), ...names] : [];
}

/** @param {readonly Need[]} missing @param {string} reason */
export function describeMissing(missing, reason) {
  const lines = Object.keys(managers)
    .map((manager) => ({ manager, args: installArgs(manager, missing) }))
    .filter(({ args }) => args.length > 0)
    .map(({ manager, args }) => `\n  ${manager} ${args.join(' ')}`);
  return `Missing for the tests: ${missing.join(', ')}. ${reason} Please install, with the line for your system:${lines.join('')}`;
}

/** @param {readonly Need[]} missing */
function installMissing(missing) {
  const manager = Object.keys(managers).find((name) => programIn(systemPath(), [name]));
  const args = manager ? installArgs(manager, missing) : [];
  if (!manager || args.length === 0)
    throw new StepError(describeMissing(missing, 'No package manager that has them was found.'));
  const isAllowed = manager === 'brew' || process.getuid?.() === 0;
  const sudo = isAllowed ? undefined : programIn(systemPath(), ['sudo']);
  if (!isAllowed && !(sudo && spawnSync(sudo, ['-n', 'true']).status === 0))
    throw new StepError(describeMissing(missing, 'Installing them takes an administrator.'));
  const call = (/** @type {readonly string[]} */ rest) => {
    const [command = manager, ...before] = sudo ? [sudo, '-n', manager] : [manager];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run(command, [...before, ...rest], `${manager} could not install: ${missing.join(', ')}.`, { env });
  };
  step(`Installing ${missing.join(', ')} with ${manager}`, () => {
    if (manager === 'apt-get') call(['update', '-qq']);
    call(args);
  });
}

/** Finds or installs the programs that tests need beside npm packages; otherwise lists them and stops. */
export function ensureTestPrograms() {
  const needs = /** @type {Need[]} */ (Object.keys(finders));
  const canInstall = (/** @type {Need} */ need) =>
    isDebian() && process.getuid?.() === 0 && managers['apt-get']?.packages[need] !== undefined;
  const findMissing = () =>
    needs.filter((need) => !finders[need]() && (!optional.includes(need) || canInstall(need)));
  const missing = findMissing();
  if (missing.length > 0) installMissing(missing);
  const stillMissing = findMissing().filter((need) => !optional.includes(need));
  if (stillMissing.length > 0)
    throw new StepError(describeMissing(stillMissing, 'The package manager did not bring them.'));
}
