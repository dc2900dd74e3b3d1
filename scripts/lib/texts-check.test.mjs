import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkTexts } from './texts-check.mjs';
import { writeTypes } from './texts.mjs';

let root = '';
/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'texts-'));
  write('contract/texts/en/feed.json', '{ "posts": "Posts", "by": "By {name}" }');
  write('contract/src/texts.ts', "export const languages = { en: 'English' };");
  write('contract/src/text-keys.ts', writeTypes(new Map([['feed', { posts: 'Posts', by: 'By {name}' }]])));
  write('server/src/main.ts', '');
  write('web/src/feed.ts', "const t = getT('feed'); t('posts'); t('by', { name });");
});
afterEach(() => rmSync(root, { recursive: true }));

it('accepts catalogues with current types', () => {
  expect(() => checkTexts(root)).not.toThrow();
});

it.each([
  ['a key is missing', { posts: 'Posts' }],
  ['a placeholder is missing', { posts: 'Posts', by: 'By someone' }],
])('refuses types in which %s', (_, texts) => {
  write('contract/src/text-keys.ts', writeTypes(new Map([['feed', texts]])));
  expect(() => checkTexts(root)).toThrow(
    expect.objectContaining({ output: expect.stringContaining('run npm run texts') }),
  );
});

it('refuses a folder that is no language of the contract', () => {
  write('contract/texts/xx/feed.json', '{ "posts": "Posts", "by": "By {name}" }');
  expect(() => checkTexts(root)).toThrow(
    expect.objectContaining({ output: expect.stringContaining('has the languages en') }),
  );
});
