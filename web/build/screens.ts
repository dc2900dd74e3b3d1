import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { languages } from '@upaj/contract/texts';
import { runnerImport, type Manifest, type Plugin } from 'vite';
import { bundleOf } from './bundles.ts';
import type { ScreenData } from '../src/app/screen.ts';
import type * as table from './list-screens.ts';
import { furtherCrops } from './further-crops.ts';
import { texts } from './texts.ts';

const web = path.join(import.meta.dirname, '..');

/** What the server adds to the HTML of a screen. */
interface ScreenStart {
  /** The path as the router has it: '/post/$postId'. */
  path: string;
  /** Scripts that the HTML preloads in every language. */
  files: string[];
  /** Files of texts that the HTML preloads, by language. */
  texts: Record<string, string[]>;
  /** Calls whose responses are part of the HTML. */
  calls: readonly string[];
  /** Photos that the HTML preloads, named by their key in the responses. */
  photos: ScreenData['photos'];
}

/** Writes screens.json, from which the server starts a screen without requests that wait for each other. */
export function screenStarts(): Plugin {
  return {
    name: 'screen-starts',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const starts = await findStarts(await readManifest(dir));
      await writeFile(path.join(dir, 'screens.json'), JSON.stringify(starts));
    },
  };
}

async function findStarts(manifest: Manifest): Promise<ScreenStart[]> {
  const inEntry = filesOf(manifest, 'index.html');
  const find = (modules: string[]) =>
    [...new Set(modules.flatMap((module) => filesOf(manifest, module)))].filter(
      (file) => !inEntry.includes(file),
    );
  return (await readScreens()).map(({ guard, path, module, texts, calls = [], photos }) => {
    const isForStaff = guard === 'staff' || guard === 'administrators';
    const shell = guard === 'members' || isForStaff ? ['src/app/shell/members-only.tsx'] : [];
    // Only staff may load the console's code and texts, so they load after the guard.
    const files = find(isForStaff ? shell : [...shell, module]);
    const textsIn = (language: string) =>
      find(
        (isForStaff ? [] : texts).map((section) => `../contract/texts/${language}/${section}.json`),
      ).filter((file) => !files.includes(file));
    return {
      path,
      files,
      texts: Object.fromEntries(Object.keys(languages).map((language) => [language, textsIn(language)])),
      calls,
      photos,
    };
  });
}

/** Runs the table of screens and returns its rows, with the path of each screen's module in place of the module. */
export async function readScreens(): Promise<typeof table.list> {
  const routes = path.join(web, 'src/routes/');
  const { module } = await runnerImport<typeof table>(path.join(web, 'build/list-screens.ts'), {
    root: web,
    logLevel: 'error',
    plugins: [
      texts(),
      furtherCrops(),
      {
        name: 'screens-by-path',
        enforce: 'pre',
        load: (id) => (id.startsWith(routes) ? `export default '${path.relative(web, id)}'` : undefined),
      },
    ],
  });
  return module.list;
}

export async function readManifest(dir: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(dir, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/** Returns the scripts of a module and of what it imports. Core texts are part of their language's file. */
export function filesOf(manifest: Manifest, module: string): string[] {
  const keys = new Set<string>();
  const visit = (key: string) => {
    if (keys.has(key)) return;
    keys.add(key);
    manifest[key]?.imports?.forEach(visit);
  };
  const bundle = bundleOf(`web/${module}`);
  const keyOf = () => Object.keys(manifest).find((key) => manifest[key]?.name === bundle);
  const start = module in manifest ? module : bundle && keyOf();
  if (start) visit(start);
  return [...keys].map((key) => `/${manifest[key]?.file}`);
}
