import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages } from '@upaj/contract/texts';
import type { Plugin } from 'vite';
import { filesOf, readManifest } from './screens.ts';
import { moduleIdOf } from './texts.ts';

const web = path.join(import.meta.dirname, '..');
const appScreens = ['src/app/shell/members-only.tsx', 'src/routes/home/feed.tsx', 'src/app/not-found.tsx'];
const read = (file: string) => readFileSync(path.join(web, file), 'utf8');

/** Writes /sw.js from the sources in web/worker and the list of files that start the app. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    configureServer(server) {
      server.middlewares.use('/sw.js', (_, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(write([], []));
      });
    },
    async writeBundle({ dir = '' }) {
      const manifest = await readManifest(dir);
      const starts = ['index.html', ...appScreens];
      const { css = [], assets = [] } = manifest['index.html'] ?? {};
      const scripts = starts.flatMap((module) => filesOf(manifest, module));
      const others = [...css, ...assets].map((file) => `/${file}`);
      const files = [...new Set(['/index.html', '/theme.js', ...scripts, ...others])];
      const texts = Object.keys(languages)
        .flatMap((language) => filesOf(manifest, moduleIdOf(language).slice(1)))
        .filter((file) => !files.includes(file));
      await writeFile(path.join(dir, 'sw.js'), write(files, texts));
    },
  };
}

/**
 * Writes the code of the service worker. It stores `files` when it is installed, but each of `texts` when it is first
 * fetched, because a user needs one language.
 */
function write(files: string[], texts: string[]): string {
  const code = read('worker/shell.js') + read('worker/push.js') + read('worker/shared-photos.js');
  const version = createHash('sha256')
    .update(code + read('index.html') + read('public/theme.js') + files.join() + texts.join())
    .digest('hex')
    .slice(0, 12);
  return `self.build = ${JSON.stringify({ version, files, texts })};\n${code}`;
}
