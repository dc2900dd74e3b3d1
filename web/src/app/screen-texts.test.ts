import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { core } from 'virtual:texts/en';

const src = path.join(import.meta.dirname, '..');
const screens = path.join(src, 'app/screens.ts');

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
    if (seen.has(file) || file === screens) return;
    seen.add(file);
    const { imports, uses, loads } = read(file);
    for (const section of loads) loaded.add(section);
    for (const section of uses) users.set(section, path.relative(src, file));
    imports.forEach(visit);
  };
  visit(entry);
  return [...users].flatMap(([section, user]) => (loaded.has(section) ? [] : [`${section} (${user})`]));
}

const routed = [
  ...readFileSync(screens, 'utf8').matchAll(/(?:withTexts\(\s*([^)]*?),\s*)?import\('([^']+)'\)/g),
].map(([, names = '', file = '']) => ({
  file: path.resolve(path.dirname(screens), file),
  given: [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name),
}));

it('finds the screens', () => {
  expect(routed.length).toBeGreaterThan(20);
});

it.each(routed)('the route of $file loads the texts it shows', ({ file, given }) => {
  expect(missing(file, given)).toEqual([]);
});

it('needs only the core texts before the screen loads', () => {
  expect(missing(path.join(src, 'main.tsx'), [])).toEqual([]);
});

it('finds a section that a route does not name', () => {
  expect(missing(path.join(src, 'routes/register.tsx'), ['auth', 'fields'])).toEqual([
    expect.stringMatching(/^register \(/),
  ]);
});
