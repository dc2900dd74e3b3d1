// Loaded before the screen can be used: the entry, its chunk, and their imports. Not what is loaded on
// intent.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const BUDGETS = [
  { name: 'feed', screens: ['src/app/members-only.tsx', 'src/routes/feed.tsx'], limit: '130 kB' },
  { name: 'log in', screens: ['src/routes/login.tsx'], limit: '150 kB' },
  { name: 'register', screens: ['src/routes/register.tsx'], limit: '150 kB' },
];

const dist = path.join(import.meta.dirname, 'web', 'dist');
const manifestFile = path.join(dist, '.vite', 'manifest.json');
if (!existsSync(manifestFile)) throw new Error('The web app is not built: run `npm run build`.');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

/** @param {string} key @param {Set<string>} seen */
function collect(key, seen) {
  if (seen.has(key)) return;
  if (!manifest[key]) throw new Error(`${key} is not in the build; .size-limit.mjs names the screens.`);
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) collect(imported, seen);
}

/** @param {readonly string[]} screens */
function filesOf(screens) {
  /** @type {Set<string>} */
  const keys = new Set();
  for (const key of ['index.html', ...screens]) collect(key, keys);
  return [...keys].map((key) => path.join(dist, manifest[key].file)).filter((file) => file.endsWith('.js'));
}

export default BUDGETS.map(({ name, screens, limit }) => ({ name, limit, path: filesOf(screens) }));
