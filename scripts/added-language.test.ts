import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as serverTexts from '../server/src/platform/texts.ts';
import type * as webTexts from '../web/build/texts.ts';
import { copyProject } from './lib/copy-project.ts';

let copy: string;
const inCopy = (...parts: string[]) => path.join(copy, ...parts);

/**
 * Adds the language Assamese to a copy of the project: a folder with the texts of Hindi, one of them changed, and a
 * line in `languages`.
 */
beforeAll(async () => {
  copy = await copyProject([
    'package.json',
    'tsconfig.base.json',
    'contract',
    'server/src/platform/texts.ts',
    'web/build/texts.ts',
  ]);
  await cp(inCopy('contract/texts/hi'), inCopy('contract/texts/as'), { recursive: true });
  await change('contract/texts/as/auth.json', /"login": ".*"/, '"login": "লগইন কৰক"');
  await change('contract/src/texts.ts', 'languages = {', "languages = {\n  as: 'অসমীয়া',");
});
afterAll(() => rm(copy, { recursive: true }));

async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  const before = await readFile(inCopy(file), 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  await writeFile(inCopy(file), after);
}

test('the web app has a language that was added', async () => {
  const { texts }: typeof webTexts = await import(inCopy('web/build/texts.ts'));
  await writeFile(inCopy('web/start.ts'), "export { default } from 'virtual:texts/others';");
  await build({
    root: inCopy('web'),
    configFile: false,
    logLevel: 'error',
    plugins: [texts()],
    build: { ssr: 'start.ts' },
  });
  const { default: others } = await import(inCopy('web/dist/start.js'));
  const added = await others.as();
  expect(added.core.auth.login).toBe('লগইন কৰক');
  expect((await added.sections.settings()).default).toEqual(
    (await (await others.hi()).sections.settings()).default,
  );
  expect((await added.places()).default.Punjab).toBe('पंजाब');
  expect(added.dateNames.long.Jan).toBe('জানুৱাৰী');
  // Crops that have no name in the language yet are left out, so that the app shows the English name.
  expect(Object.values(added.cropNames).filter(Boolean)).toEqual([]);
});

test('the server has a language that was added', async () => {
  const server: typeof serverTexts = await import(inCopy('server/src/platform/texts.ts'));
  const added = server.offeredLanguage('as');
  expect(added).toBe('as');
  expect(server.textsIn(added!, 'auth')('login')).toBe('লগইন কৰক');
});
