import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot, systemPath } from './paths.mjs';
import { StepError } from './steps.mjs';

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** @param {string} searchPath @param {readonly string[]} names @returns {string | undefined} */
export function programIn(searchPath, names) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const folders = searchPath.split(path.delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending))))
    .find(isProgram);
}

/** Adds the folders of daemons to the PATH, which often lacks them. */
const wholePath = () => [systemPath(), '/usr/sbin', '/sbin', '/usr/local/sbin'].join(path.delimiter);

/** @returns {string | undefined} */
export function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked && !isProgram(asked)) throw new StepError(`CHROMIUM_PATH names no program: ${asked}`);
  if (asked) return asked;
  // The headless shell has no window and uses a quarter less CPU time.
  const shell = 'chromium-headless-shell';
  const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
  const app = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return programIn(wholePath(), names) ?? [app].find(isProgram);
}

export const findFirefox = () => programIn(wholePath(), ['firefox-esr', 'firefox']);

/** @returns {string | undefined} the driver of WebKitGTK, if its browser can have a screen too */
export const findWebKit = () =>
  programIn(wholePath(), ['Xvfb']) && programIn(wholePath(), ['WebKitWebDriver']);

/** @returns {{ driver: string; browser: string } | undefined} */
export function findWpe() {
  const driver = programIn(wholePath(), ['WPEWebDriver']);
  if (!driver) return undefined;
  // The folder has the name of the processor's architecture.
  const browser = readdirSync('/usr/lib')
    .map((folder) => path.join('/usr/lib', folder, 'wpe-webkit-1.1/MiniBrowser'))
    .find(isProgram);
  return browser === undefined ? undefined : { driver, browser };
}

/** The folders in which packages install the versions of PostgreSQL, each in a folder of its own. */
const versioned = [
  { parent: '/usr/lib/postgresql', name: /^\d/ },
  { parent: '/usr', name: /^pgsql-\d/ },
  { parent: '/opt/homebrew/opt', name: /^postgresql@\d/ },
  { parent: '/usr/local/opt', name: /^postgresql@\d/ },
];

/** @returns {string | undefined} the folder with PostgreSQL's programs; of several, the newest version's */
export function findPostgresBin() {
  const folders = versioned.flatMap(({ parent, name }) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((entry) => name.test(entry))
      .sort((a, b) => Number(b.replace(/^\D+/, '')) - Number(a.replace(/^\D+/, '')))
      .map((entry) => path.join(parent, entry, 'bin')),
  );
  const asked = process.env.POSTGRES_BIN;
  return (asked ? [asked] : [...folders, ...wholePath().split(path.delimiter)]).find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => programIn(folder, [name])),
  );
}

/** @returns {string | undefined} */
export const findRedis = () => programIn(wholePath(), ['redis-server', 'valkey-server']);

/**
 * Returns whether fonts for India's scripts are installed, which screens in Indian languages need. Systems other than
 * Linux include them.
 */
export function hasIndianFonts() {
  if (process.platform !== 'linux') return true;
  const fcList = programIn(systemPath(), ['fc-list']);
  if (!fcList) return false;
  const { stdout } = spawnSync(fcList, [':', 'lang'], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  const covered = new Set(stdout.split(/[:=|\s]+/));
  return readdirSync(inRoot('contract/texts')).every((language) => covered.has(language));
}
