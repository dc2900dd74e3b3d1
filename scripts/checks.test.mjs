// Static checks, which `npm run check` and `npm test` both run.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from './lib/files.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { runTool } from './lib/steps.mjs';

const rules = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'];
const folders = ['contract', 'server', 'web', 'e2e', 'bench'];

test.concurrent.each([
  ['format', 'oxfmt/bin/oxfmt', ['--check', '.']],
  ['lint', 'oxlint/bin/oxlint', ['--report-unused-disable-directives']],
  ['types', 'typescript-7/bin/tsc', ['-b', '--singleThreaded']],
  ['import rules', 'dependency-cruiser/bin/dependency-cruiser.mjs', [...rules, ...folders]],
  ['unused code', 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']],
])('%s', { timeout: 600_000 }, async (_, script, args) => {
  await runTool(script, args);
});

describe('no source has', () => {
  const sources = [...folders, 'scripts']
    .flatMap((folder) => listFiles(inRoot(folder)))
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
    .map((file) => ({ file: path.relative(root, file), text: readFileSync(file, 'utf8') }));

  test.each([
    ['a suppression without its reason, `-- why`', /(?:oxlint|eslint)-disable(?!.* -- \S)|@ts-ignore/],
    ['a re-export: import from the file that has it', /^export (?:type )?(?:\*|\{[^}]*\}) from /m],
  ])('%s', (_, pattern) => {
    const found = sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
    expect(found.filter((file) => file !== 'scripts/checks.test.mjs')).toEqual([]);
  });

  test('a statement outside the files of SQL, not even by the builder of a database that it got', () => {
    const statement = /\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
    const mayHaveSql =
      /^server\/src\/platform\/db\/|\/(?:store|rows|access)\.ts$|^server\/src\/\w+\/notifications\.ts$|\.test\.ts$/;
    const found = sources
      .filter(({ file, text }) => /^server\/(?:src|demo)\//.test(file) && statement.test(text))
      .map(({ file }) => file);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((file) => !mayHaveSql.test(file))).toEqual([]);
  });
});

// Matches the array of a query key in `queryKey: ['deals'`, `alertsKey = ['alerts'`, and `all: ['deals'] as const` in a
// record of keys.
const queryKey = /(?<=[kK]ey(?::| =) |(?::|=>) (?=\[[^\]]*\] as const,$))\[\s*'([a-z-]+)'/gm;

test('no folder of the web app writes query keys of another', () => {
  const sources = listFiles(inRoot('web/src'))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => ({ file: path.relative(inRoot('web/src'), file), text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => /quer(?:y|ies)/i.test(text));
  const find = (/** @type {RegExp} */ pattern) =>
    sources.flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].map(([, word = '']) => ({ file, word, folder: file.split(path.sep)[0] })),
    );
  const owners = new Map(find(queryKey).map(({ word, folder }) => [word, folder]));
  const arrays = find(/(?<!texts: )\[\s*'([a-z-]+)'/g);
  const foreign = arrays.filter(({ word, folder }) => owners.has(word) && owners.get(word) !== folder);
  expect(foreign).toEqual([]);
});
