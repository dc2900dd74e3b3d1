import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemPath } from './paths.mjs';
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

/** Daemons are in sbin, which is often not on the PATH. */
const wholePath = () => [systemPath(), '/usr/sbin', '/sbin', '/usr/local/sbin'].join(path.delimiter);

/** @returns {string | undefined} */
export function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked && !isProgram(asked)) throw new StepError(`CHROMIUM_PATH names no program: ${asked}`);
  if (asked) return asked;
  // Without the parts of a window, it uses a quarter less CPU time.
  const shell = 'chromium-headless-shell';
  const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
  const apps = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/usr/lib/chromium/chromium',
  ];
  return programIn(wholePath(), names) ?? apps.find(isProgram);
}

/** The newest version first. @param {string} parent @param {RegExp} name @param {string} [inside] */
function versionedFolders(parent, name, inside = 'bin') {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((entry) => name.test(entry))
    .sort((a, b) => Number.parseFloat(b.replace(/^\D+/, '')) - Number.parseFloat(a.replace(/^\D+/, '')))
    .map((entry) => path.join(parent, entry, inside));
}

/** @returns {string | undefined} the folder with `initdb` and `postgres` */
export function findPostgresBin() {
  const folders = [
    ...versionedFolders('/usr/lib/postgresql', /^\d/),
    ...versionedFolders('/usr', /^pgsql-\d/),
    ...versionedFolders('/usr/libexec', /^postgresql\d/, '.'),
    ...versionedFolders('/opt/homebrew/opt', /^postgresql@\d/),
    ...versionedFolders('/usr/local/opt', /^postgresql@\d/),
    ...versionedFolders('/Library/PostgreSQL', /^\d/),
    ...wholePath().split(path.delimiter),
  ];
  const asked = process.env.POSTGRES_BIN;
  return (asked ? [asked] : folders).find((folder) =>
    ['initdb', 'postgres'].every((name) => programIn(folder, [name])),
  );
}

/** @returns {string | undefined} */
export const findRedis = () => programIn(wholePath(), ['redis-server', 'valkey-server']);

/** Screenshots of Hindi screens need one; systems other than Linux include it. */
export function hasDevanagariFont() {
  if (process.platform !== 'linux') return true;
  const fcList = programIn(systemPath(), ['fc-list']);
  if (!fcList) return false;
  const { status, stdout } = spawnSync(fcList, [':lang=hi', 'family'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
}
