// Limits the JavaScript that a screen loads before it can be used: what its HTML names or preloads. Chunks that load on
// intent (forms, dialogs, the socket) do not count.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const BUDGETS = [
  // With the page, the style sheet, the font and theme.js at most 8 requests come before the first text.
  { name: 'feed', screen: '/', limit: '140.1 kB', files: 4 },
  { name: 'log in', screen: '/login', limit: '147.4 kB', files: 4 },
  { name: 'register', screen: '/register', limit: '147.4 kB', files: 4 },
  { name: 'create post', screen: '/create-post', limit: '200.5 kB', files: 10 },
];

const dist = path.join(import.meta.dirname, 'web', 'dist');
if (!existsSync(path.join(dist, 'screens.json')))
  throw new Error('The web app is not built: run `npm run build`.');
const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
const entry = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
/** @type {{ path: string; files: string[]; texts: Record<string, string[]> }[]} */
const screens = JSON.parse(readFileSync(path.join(dist, 'screens.json'), 'utf8'));

/** @param {string} screen @param {number} most */
function filesOf(screen, most) {
  const start = screens.find((one) => one.path === screen);
  if (!start) throw new Error(`${screen} is not in the build; .size-limit.mjs names the screens.`);
  const files = [...entry, ...start.files, ...(start.texts.en ?? [])];
  if (files.length > most) throw new Error(`${screen} needs ${files.length} scripts: ${files.join(' ')}`);
  return files.map((file) => path.join(dist, file));
}

export default BUDGETS.map(({ name, screen, limit, files }) => ({
  name,
  limit,
  path: filesOf(screen, files),
}));
