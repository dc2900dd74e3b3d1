import { execFile } from 'node:child_process';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as serverTexts from '../server/src/platform/texts.ts';
import type * as webTexts from '../web/build/texts.ts';
import { copyProject } from './lib/copy-project.ts';
import { pinnedNode } from './lib/paths.mjs';

const english = '{count, plural, one {It is a day late} other {It is # days late}}';
const tamil = '{count, plural, one {# நாள் தாமதம்} other {# நாட்கள் தாமதம்}}';

let copy: string;
const inCopy = (...parts: string[]) => path.join(copy, ...parts);
const execute = promisify(execFile);
/**
 * Runs a script in the copy of the project. Resolves with what it printed, and rejects with it when the script fails.
 */
async function run(script: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await execute(pinnedNode, [inCopy(script), ...args], { cwd: copy });
  return stdout + stderr;
}
const texts = (...args: string[]) => run('scripts/texts.ts', ...args);
const compileContract = () => run('node_modules/typescript-7/bin/tsc', '-p', 'contract', '--noEmit');
const readText = async (language: string) =>
  JSON.parse(await readFile(inCopy('contract/texts', language, 'errors.json'), 'utf8')).TOO_LATE;

async function change(file: string, from: string, to: string): Promise<void> {
  const before = await readFile(inCopy(file), 'utf8');
  expect(before).toContain(from);
  await writeFile(inCopy(file), before.replace(from, to));
}

beforeAll(async () => {
  copy = await copyProject([
    'package.json',
    'tsconfig.base.json',
    'vitest.config.ts',
    'contract',
    'docs/translation',
    'scripts',
    'server/package.json',
    'server/src',
    'web/package.json',
    'web/build',
    'web/src',
  ]);
});
afterAll(() => rm(copy, { recursive: true }));

test('an error needs an English text, which one command adds to every language', async () => {
  await change('contract/src/errors.ts', 'errors = {', 'errors = {\n  TOO_LATE: { status: 409 },');
  await change('contract/src/error-values.ts', "'errors'> = {", "'errors'> = {\n  TOO_LATE: { count: 2 },");
  await writeFile(inCopy('server/src/late.ts'), "throw new ApiError('TOO_LATE');");
  await expect(compileContract()).rejects.toMatchObject({
    stdout: expect.stringContaining("'TOO_LATE' does not exist"),
  });

  expect(await texts('add', 'errors.TOO_LATE', english)).toBe(
    'errors.TOO_LATE is not translated: hi, bn, mr, te, ta, gu, kn, or, ml, pa\n',
  );
  expect(await compileContract()).toBe('');
  expect([await readText('en'), await readText('hi'), await readText('pa')]).toEqual([english, '', '']);
});

test('it is shown in English until it is translated', async () => {
  await change('contract/texts/ta/errors.json', '"TOO_LATE": ""', `"TOO_LATE": "${tamil}"`);
  const shown = (t: unknown) => (t as (key: string, values: object) => string)('TOO_LATE', { count: 2 });
  const server: typeof serverTexts = await import(inCopy('server/src/platform/texts.ts'));
  expect(shown(server.textsIn('bn', 'errors'))).toBe('It is 2 days late');
  expect(shown(server.textsIn('ta', 'errors'))).toBe('2 நாட்கள் தாமதம்');

  const { texts }: typeof webTexts = await import(inCopy('web/build/texts.ts'));
  await build({
    root: inCopy('web'),
    configFile: false,
    logLevel: 'error',
    plugins: [texts()],
    build: { ssr: 'src/i18n/one-language.ts' },
  });
  const { loadLanguage } = await import(inCopy('web/dist/one-language.js'));
  expect(shown((await loadLanguage('bn', ['errors'])).t('errors'))).toBe('It is 2 days late');
  expect(shown((await loadLanguage('ta', ['errors'])).t('errors'))).toBe('2 நாட்கள் தாமதம்');
});

test('the check names it, and a release refuses it', async () => {
  const checked = await run('node_modules/vitest/vitest.mjs', 'run', '--project', 'checks', 'scripts/t');
  expect(checked).toContain('errors.TOO_LATE is not translated: hi, bn, mr, te, gu, kn, or, ml, pa\n');
  await expect(texts('untranslated')).rejects.toMatchObject({
    stderr: expect.stringContaining(
      'errors.TOO_LATE is not translated: hi, bn, mr, te, gu, kn, or, ml, pa\n',
    ),
  });
  for await (const file of glob(inCopy('contract/texts/*/*.json')))
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/: ""(,?)$/gm, ': "translated"$1'));
  expect(await texts('untranslated')).toBe('Every text is translated\n');
});

test.each([
  ['error.TOO_LATE', 'Too late', 'is not the name of a section'],
  ['errors.1', 'Too late', 'is not the name of a section'],
  ['errors.NOT_FOUND', 'Not here', '"errors.NOT_FOUND" exists: "Not found"'],
  ['errors.OTHER', ' ', 'The English text is empty'],
  ['errors.OTHER', 'Until {date', 'Unexpected message end'],
  ['errors.OTHER', '{count, plural, other {# days}}', 'A plural lacks the form "one"'],
])('the command refuses %s "%s"', async (name, message, problem) => {
  await expect(texts('add', name, message)).rejects.toMatchObject({
    stderr: expect.stringContaining(problem),
  });
});
