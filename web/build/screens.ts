import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '@upaj/contract/texts';
import type { Plugin, Rollup } from 'vite';
import { gallerySizes } from '../src/trade/posts/gallery-sizes.ts';

const src = path.join(import.meta.dirname, '../src');
const texts = path.join(import.meta.dirname, '../../contract/texts');

/** What the server adds to the HTML of a screen. */
export interface ScreenStart {
  /** As in the router: '/post/$postId'. */
  path: string;
  /** Scripts to preload. */
  files: string[];
  /** The same by language. */
  texts: Record<string, string[]>;
  /** Calls whose responses the HTML carries. */
  calls: string[];
  /** The first photo of the first response is preloaded in the size for these. */
  pictureSizes?: string | undefined;
}

/**
 * What the first text of a screen needs besides the session: parameters of its path, and the viewer's `$location` and
 * `$lang`.
 */
export const firstCalls: Record<string, string[]> = {
  '/': ['/api/v1/post/feed'],
  '/Crops': ['/api/v1/post/feed'],
  '/post/$postId': ['/api/v1/post/$postId'],
  '/Profile': ['/api/v1/post/current-posts'],
  '/user/$username': ['/api/v1/users/user/$username'],
  '/Market': ['/api/market/overview?location=$location&lang=$lang'],
  '/Market/rates/$rateId': ['/api/v1/market/rates/$rateId', '/api/v1/market/rates/$rateId/history?days=30'],
  '/Chat': ['/api/v1/messages/users'],
  '/chat/$userId': ['/api/v1/messages/$userId?limit=40'],
};

const firstPictures: Record<string, string> = { '/post/$postId': gallerySizes };

export interface Screen {
  path: string;
  module: string;
  sections: string[];
}

/** The router's screens, read from its sources, because their imports make chunks only in a build. */
export function readScreens(): Screen[] {
  const routes = readFileSync(path.join(src, 'app/routes.ts'), 'utf8');
  const screens = readFileSync(path.join(src, 'app/screens.ts'), 'utf8');
  return [...routes.matchAll(/export const (\w+) = createRoute\(\{[^}]*?\bpath: '([^']+)'/g)].map(
    ([, name = '', address = '']) => {
      const found = new RegExp(
        `routes\\.${name}\\.update\\(.*?withTexts\\((.*?),\\s*import\\('\\.\\./(routes/[\\w-]+\\.tsx)'\\)`,
        's',
      ).exec(screens);
      if (!found) throw new Error(`screens.ts attaches no screen to ${name}`);
      const [, sections = '', module = ''] = found;
      return {
        path: address,
        module: path.join(src, module),
        sections: [...sections.matchAll(/'([\w-]+)'/g)].map(([, section = '']) => section),
      };
    },
  );
}

/** Writes screens.json, from which the server starts a screen without requests that wait for each other. */
export function screenStarts(): Plugin {
  return {
    name: 'screen-starts',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const inEntry = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => filesOf(entry, bundle)),
      );
      const find = (module: string) => chunks.find(({ moduleIds }) => moduleIds.includes(module));
      const preloads = (modules: string[]) => {
        const files = modules.flatMap((module) => {
          const chunk = find(module);
          return chunk ? filesOf(chunk, bundle) : [];
        });
        return [...new Set(files)].filter((file) => !inEntry.has(file)).map((file) => `/${file}`);
      };
      const shell = path.join(src, 'app/members-only.tsx');
      const starts = readScreens().map(({ path: address, module, sections }): ScreenStart => {
        const isForGuests =
          /^\/(?:login|register|complete-account|forgot-password|reset-password|verify-email)$/.test(address);
        const fileOf = (language: string, section: string) => path.join(texts, language, `${section}.json`);
        const files = preloads(isForGuests ? [module] : [shell, module]);
        const textsIn = (language: string) =>
          preloads(sections.map((section) => fileOf(language, section))).filter(
            (file) => !files.includes(file),
          );
        return {
          path: address,
          files,
          texts: Object.fromEntries(Object.keys(languages).map((language) => [language, textsIn(language)])),
          calls: firstCalls[address] ?? [],
          pictureSizes: firstPictures[address],
        };
      });
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(starts) });
    },
  };
}

export function filesOf(
  chunk: Rollup.OutputChunk,
  bundle: Rollup.OutputBundle,
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunk.imports.flatMap((name) => {
    const file = bundle[name];
    return file?.type === 'chunk' ? filesOf(file, bundle, seen) : [];
  });
  return [chunk.fileName, ...imported];
}
