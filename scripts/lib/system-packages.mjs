import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findChromium, findPostgresBin, findRedis, hasDevanagariFont, programIn } from './find-programs.mjs';
import { systemPath } from './paths.mjs';
import { StepError, run, step } from './steps.mjs';

/** @typedef {{ name: string; isInstalled: () => boolean; packages: Record<string, string> }} Need */

/** @type {Need[]} */
const needs = [
  {
    name: 'Chromium',
    isInstalled: () => Boolean(findChromium()),
    packages: {
      'apt-get': 'chromium-headless-shell',
      dnf: 'chromium',
      apk: 'chromium',
      pacman: 'chromium',
      zypper: 'chromium',
      brew: 'google-chrome',
    },
  },
  {
    name: 'the PostgreSQL server',
    isInstalled: () => Boolean(findPostgresBin()),
    packages: {
      'apt-get': 'postgresql',
      dnf: 'postgresql-server postgresql-contrib',
      apk: 'postgresql postgresql-contrib',
      pacman: 'postgresql',
      zypper: 'postgresql-server postgresql-contrib',
      brew: 'postgresql@17',
    },
  },
  {
    name: 'Redis',
    isInstalled: () => Boolean(findRedis()),
    packages: {
      'apt-get': 'redis-server',
      dnf: 'redis',
      apk: 'redis',
      pacman: 'valkey',
      zypper: 'redis',
      brew: 'redis',
    },
  },
  {
    name: 'a Devanagari font',
    isInstalled: hasDevanagariFont,
    packages: {
      'apt-get': 'fonts-noto-core fontconfig',
      dnf: 'google-noto-sans-devanagari-fonts fontconfig',
      apk: 'font-noto-devanagari fontconfig',
      pacman: 'noto-fonts fontconfig',
      zypper: 'google-noto-sans-devanagari-fonts fontconfig',
    },
  },
];

/** @type {Record<string, { refresh?: string[]; install: string[] }>} */
const managers = {
  'apt-get': {
    refresh: ['update', '-qq'],
    install: ['install', '-y', '-qq', '--no-install-recommends'],
  },
  dnf: { install: ['install', '-y', '-q'] },
  apk: { install: ['add', '--no-progress', '--update-cache'] },
  pacman: { install: ['-Sy', '--noconfirm', '--needed'] },
  zypper: { install: ['--non-interactive', 'install'] },
  brew: { install: ['install'] },
};

/** @param {string} manager @param {readonly Need[]} missing */
const packagesFor = (manager, missing) =>
  missing.flatMap((need) => need.packages[manager]?.split(' ') ?? []).map((name) => nameOnThisSystem(name));

/** Ubuntu has another name for Debian's package. @param {string} name */
function nameOnThisSystem(name) {
  if (name !== 'chromium-headless-shell') return name;
  try {
    return /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8')) ? 'chromium-browser' : name;
  } catch {
    return name;
  }
}

/** @param {readonly Need[]} missing @param {string} reason */
function refusal(missing, reason) {
  const lines = Object.entries(managers).map(([manager, { install }]) => {
    const verb = install.find((word) => /^(?:install|add|-S)/.test(word));
    return `  ${manager} ${verb} ${packagesFor(manager, missing).join(' ')}`;
  });
  const names = missing.map((need) => need.name).join(', ');
  return new StepError(
    `Missing for the tests: ${names}. ${reason} Please install, with the line for your system:\n${lines.join('\n')}`,
  );
}

/** @param {string} manager @returns {string[] | undefined} what to put before the command; undefined: not permitted */
function privilegeFor(manager) {
  if (manager === 'brew' || process.getuid?.() === 0) return [];
  const sudo = programIn(systemPath(), ['sudo']);
  if (sudo && spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0) return [sudo, '-n'];
  return undefined;
}

/** @param {readonly Need[]} missing */
async function installMissing(missing) {
  const manager = Object.keys(managers).find((name) => programIn(systemPath(), [name]));
  if (!manager) throw refusal(missing, 'No known package manager was found.');
  const before = privilegeFor(manager);
  if (!before) throw refusal(missing, 'Installing them takes an administrator, and you are none here.');
  const packages = packagesFor(manager, missing);
  const commands = managers[manager];
  const call = (/** @type {readonly string[]} */ args) => {
    const [command = manager, ...rest] = [...before, manager, ...args];
    return run(command, rest, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', HOMEBREW_NO_AUTO_UPDATE: '1' },
      failure: `${manager} could not install ${packages.join(' ')}.`,
    });
  };
  await step(`Installing ${packages.join(', ')} with ${manager}`, async () => {
    if (commands?.refresh) await call(commands.refresh);
    await call([...(commands?.install ?? []), ...packages]);
  });
}

/** Finds or installs the programs that tests need beside npm packages; otherwise lists them and stops. */
export async function ensureTestPrograms() {
  const missing = needs.filter((need) => !need.isInstalled());
  if (missing.length === 0) return false;
  await installMissing(missing);
  const stillMissing = needs.filter((need) => !need.isInstalled());
  if (stillMissing.length > 0) throw refusal(stillMissing, 'The package manager did not bring them.');
  return true;
}
