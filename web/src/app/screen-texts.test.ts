import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { core } from 'virtual:texts/en';
import { readRows } from './screen.ts';
import { screens } from './screens.ts';

const src = path.join(import.meta.dirname, '..');
const table = path.join(src, 'app/screens.ts');

/** Its run-time imports, and the sections it uses and loads. */
function read(file: string) {
  const text = readFileSync(file, 'utf8');
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);
  const resolve = (specifier: string) =>
    specifier.startsWith('#')
      ? path.join(src, specifier.slice(1))
      : path.resolve(path.dirname(file), specifier);
  const imports = found(/(?:^import (?!type)[^;]*?from |^import |\bimport\()'([#.][^']+)'/gm).map(resolve);
  return {
    imports: imports.filter((name) => /\.tsx?$/.test(name) && existsSync(name)),
    uses: found(/\b(?:useT|getT|textGroup|findText)\(\s*'([\w-]+)'/g),
    loads: found(/\bloadTexts\('([\w-]+)'/g),
  };
}

/** Those used by a file and its imports without being loaded, each with a file that does. */
function missing(entry: string, given: readonly string[]): string[] {
  const seen = new Set<string>();
  const users = new Map<string, string>();
  const loaded = new Set([...Object.keys(core), ...given]);
  const visit = (file: string) => {
    if (seen.has(file) || file === table) return;
    seen.add(file);
    const { imports, uses, loads } = read(file);
    for (const section of loads) loaded.add(section);
    for (const section of uses) users.set(section, path.relative(src, file));
    imports.forEach(visit);
  };
  visit(entry);
  return [...users].flatMap(([section, user]) => (loaded.has(section) ? [] : [`${section} (${user})`]));
}

// In order, the screens' modules are what the table imports dynamically.
const modules = read(table).imports.filter((file) => file.startsWith(path.join(src, 'routes/')));
const rows = readRows(screens).map(({ path: address, texts }, index) => ({
  address,
  texts,
  module: modules[index] ?? '',
}));

it.each(rows)('$address loads the texts it shows', ({ module, texts }) => {
  expect(missing(module, texts)).toEqual([]);
});

it('needs only the core texts before the screen loads', () => {
  expect(missing(path.join(src, 'main.tsx'), [])).toEqual([]);
});

it('finds a section that a screen does not name', () => {
  expect(missing(path.join(src, 'routes/settings.tsx'), ['auth'])).toEqual([
    expect.stringMatching(/^settings \(/),
  ]);
});
