// JavaScript a screen loads before it can be used: what its HTML names or preloads. Chunks loaded on intent (forms,
// dialogs, the socket) are not part of it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const BUDGETS = [
  { name: 'feed', screen: '/', limit: '130 kB' },
  { name: 'log in', screen: '/login', limit: '150 kB' },
  { name: 'register', screen: '/register', limit: '150 kB' },
];
/** With the page, the style sheet, the font and theme.js at most 8 requests come before the first text. */
const MOST_FILES = 4;

const dist = path.join(import.meta.dirname, 'web', 'dist');
if (!existsSync(path.join(dist, 'screens.json')))
  throw new Error('The web app is not built: run `npm run build`.');
const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
const entry = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
/** @type {{ path: string; files: string[]; texts: Record<string, string[]> }[]} */
const screens = JSON.parse(readFileSync(path.join(dist, 'screens.json'), 'utf8'));

/** @param {string} screen */
function filesOf(screen) {
  const start = screens.find((one) => one.path === screen);
  if (!start) throw new Error(`${screen} is not in the build; .size-limit.mjs names the screens.`);
  const files = [...entry, ...start.files, ...(start.texts.en ?? [])];
  if (files.length > MOST_FILES)
    throw new Error(`${screen} needs ${files.length} scripts: ${files.join(' ')}`);
  return files.map((file) => path.join(dist, file));
}

export default BUDGETS.map(({ name, screen, limit }) => ({ name, limit, path: filesOf(screen) }));
