import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages } from '@upaj/contract/texts';
import type { Manifest, Plugin } from 'vite';
import { filesOf, readManifest } from './screens.ts';

const web = path.join(import.meta.dirname, '..');
const appScreens = [
  'src/app/shell/members-only.tsx',
  'src/app/stored-queries.ts',
  'src/routes/home/feed.tsx',
  'src/app/not-found.tsx',
];
/** Only moderators and administrators load these. */
const isForStaff = (key: string, name: string) => name === 'console' || key === 'src/routes/operations.tsx';
const addresses = '/offline-files.json';
const read = (file: string) => readFileSync(path.join(web, file), 'utf8');

/**
 * Writes /sw.js from the sources in web/worker and the list of files that start the app. The other files of members'
 * screens, and of each language, are listed in a file of their own, because the worker needs them once.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    configureServer(server) {
      server.middlewares.use('/sw.js', (_, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(write([]));
      });
    },
    async writeBundle({ dir = '' }) {
      const manifest = await readManifest(dir);
      const starts = ['index.html', ...appScreens];
      const { css = [], assets = [] } = manifest['index.html'] ?? {};
      const scripts = starts.flatMap((module) => filesOf(manifest, module));
      const others = [...css, ...assets].map((file) => `/${file}`);
      const files = [...new Set(['/index.html', '/theme.js', ...scripts, ...others])];
      await writeFile(path.join(dir, 'sw.js'), write(files));
      await writeFile(path.join(dir, addresses), JSON.stringify(listOffline(manifest, files)));
    },
  };
}

/** Returns the files that screens load, and those of each language. */
function listOffline(manifest: Manifest, files: readonly string[]): Record<string, string[]> {
  const codes = Object.keys(languages).join('|');
  const ofLanguage = new RegExp(`(?:texts|further-crops)/(${codes})(?:/|$)`);
  const ofBundle = new RegExp(`^(${codes})-`);
  const lists: Record<string, string[]> = { screens: [] };
  for (const language of Object.keys(languages)) lists[language] = [];
  const seen = new Set<string>();
  const visit = (key: string) => {
    const { name = '', file = '', css = [], imports = [], dynamicImports = [] } = manifest[key] ?? {};
    if (seen.has(key) || isForStaff(key, name)) return;
    seen.add(key);
    const [, language = 'screens'] = ofLanguage.exec(key) ?? ofBundle.exec(name) ?? [];
    const own = [file, ...css].map((one) => `/${one}`);
    lists[language]?.push(...own.filter((one) => !files.includes(one)));
    [...imports, ...dynamicImports].forEach(visit);
  };
  visit('index.html');
  return lists;
}

/** Writes the code of the service worker, which stores `files` when it is installed. */
function write(files: string[]): string {
  const code = read('worker/shell.js') + read('worker/push.js') + read('worker/shared-photos.js');
  const version = createHash('sha256')
    .update(code + read('index.html') + read('public/theme.js') + files.join())
    .digest('hex')
    .slice(0, 12);
  return `self.build = ${JSON.stringify({ version, files, addresses })};\n${code}`;
}
