import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '@upaj/contract/texts';
import type { Plugin, Rollup } from 'vite';
import { filesOf } from './screens.ts';
import { moduleIdOf } from './texts.ts';

const web = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(web, file), 'utf8');

/** Writes /sw.js: the sources in web/worker, with the list of files that start the app. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    configureServer(server) {
      server.middlewares.use('/sw.js', (_, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(write([]));
      });
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needed = chunks.filter(
        ({ isEntry, name, facadeModuleId }) =>
          isEntry ||
          name === 'members' ||
          Object.keys(languages)
            .map(moduleIdOf)
            .includes(facadeModuleId ?? ''),
      );
      const assets = Object.values(bundle).filter(isNeededAsset);
      const built = [
        ...needed.flatMap((chunk) => filesOf(chunk, bundle)),
        ...assets.map(({ fileName }) => fileName),
      ];
      const files = ['/index.html', '/theme.js', ...new Set(built.map((file) => `/${file}`))];
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: write(files) });
    },
  };
}

function isNeededAsset(file: Rollup.OutputAsset | Rollup.OutputChunk): boolean {
  return file.type === 'asset' && /assets\/index-[^/]+\.css$|\.woff2$/.test(file.fileName);
}

function write(files: string[]): string {
  const code = read('worker/shell.js') + read('worker/push.js');
  const version = createHash('sha256')
    .update(code + read('index.html') + read('public/theme.js') + files.join())
    .digest('hex')
    .slice(0, 12);
  return `self.build = ${JSON.stringify({ version, files })};\n${code}`;
}
