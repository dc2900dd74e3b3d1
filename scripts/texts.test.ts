import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages, withEnglish } from '../contract/src/texts.ts';
import { listFiles } from './lib/files.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { findLooseTexts, findUnusedKeys } from './lib/text-use.ts';
import {
  describeUntranslated,
  insertKey,
  missingPlurals,
  placeholdersOf,
  readCatalogues,
  writeTypes,
} from './lib/texts.ts';

const english = readCatalogues('en');
const sources = ['contract/src', 'server/src', 'web/src']
  .flatMap((folder) => listFiles(inRoot(folder)))
  .concat(inRoot('web/build/too-old.ts'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|text-keys\.ts$/.test(file))
  .map((file) => ({ file: path.relative(root, file), text: readFileSync(file, 'utf8') }));
const namesIn = (text: string) => [...new Set(placeholdersOf(text).map(({ name }) => name))].sort();
const namesByKey = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, namesIn(text)]));

test('each language of the contract has a folder', () => {
  // There may be folders of more languages: drafts that the app does not offer yet.
  expect(readdirSync(inRoot('contract/texts'))).toEqual(expect.arrayContaining(Object.keys(languages)));
});

describe.each(Object.keys(languages))('the texts in %s', (language) => {
  const catalogues = readCatalogues(language);
  // Files of names are left out, because they have no messages and English has no such files.
  catalogues.delete('places');

  test('have the sections and keys of English, in the same order', () => {
    expect(
      Object.fromEntries([...catalogues].map(([section, texts]) => [section, Object.keys(texts)])),
    ).toEqual(Object.fromEntries([...english].map(([section, texts]) => [section, Object.keys(texts)])));
  });

  test.each([...catalogues])('are ICU messages with the placeholders of English, in %s', (section, texts) => {
    const keysOf = (isFaulty: (text: string) => boolean) =>
      Object.keys(texts).filter((key) => isFaulty(texts[key] ?? ''));
    const inEnglish = english.get(section) ?? {};
    expect(namesByKey(withEnglish(texts, inEnglish))).toEqual(namesByKey(inEnglish));
    // A text that is not translated yet is empty.
    expect(keysOf((text) => text.trim() === '' && (language === 'en' || text !== ''))).toEqual([]);
    expect(keysOf((text) => missingPlurals(text, language).length > 0)).toEqual([]);
  });
});

test('the types of the texts are current: see `npm run texts`', () => {
  expect(readFileSync(inRoot('contract/src/text-keys.ts'), 'utf8')).toBe(writeTypes(english));
});

test('texts that are not translated are named: a release refuses them', () => {
  for (const line of describeUntranslated()) console.warn(line);
});

test('every key is used, and every text is in a catalogue', () => {
  expect(findUnusedKeys(english, sources)).toEqual([]);
  expect(sources.flatMap(findLooseTexts)).toEqual([]);
});

test('a key is typed by its placeholders, and lacks a plural form', () => {
  const posts = '{count, plural, other {{count} posts}}';
  const types = writeTypes(new Map([['post-page', { 'a.b': posts, back: 'Back', to: 'To {name}' }]]));
  expect(types).toContain(`'post-page': {
    'a.b': { count: number };
    back: null;
    to: { name: string | number };
  };`);
  expect(missingPlurals(posts, 'hi')).toEqual(['one']);
  expect(() => placeholdersOf('{name को')).toThrow(/expect|invalid|unmatched|unexpected/i);
});

test.each([
  ['kinds.post', ['title', 'kinds.offer', 'kinds.of.sale', 'kinds.post', 'back']],
  ['kinds.of.rent', ['title', 'kinds.offer', 'kinds.of.sale', 'kinds.of.rent', 'back']],
  ['sorts.latest', ['title', 'kinds.offer', 'kinds.of.sale', 'back', 'sorts.latest']],
  ['next', ['title', 'kinds.offer', 'kinds.of.sale', 'back', 'next']],
])('a new key follows its group: %s', (key, keys) => {
  const texts = { title: '', 'kinds.offer': '', 'kinds.of.sale': '', back: '' };
  expect(Object.keys(insertKey(texts, key, 'New'))).toEqual(keys);
});

test.each([
  ['web/src/a.tsx', 'const a = <p>Loading posts</p>;'],
  ['web/src/a.tsx', 'const a = <p>{"Loading posts"}</p>;'],
  ['web/src/a.tsx', 'const a = <p>{`${count} posts`}</p>;'],
  ['web/src/a.tsx', 'const a = <img alt="A field" />;'],
  ['web/src/a.tsx', 'const a = <input placeholder={`Search ${place}`} />;'],
  ['web/src/a.ts', "toast.error('It failed');"],
  ['web/src/a.ts', "confirm({ title: 'Delete it?' });"],
  ['server/src/people/account/emails.ts', "const subject = 'Choose a new password';"],
  ['server/src/mandi/notifications.ts', 'const text = `${crop} के भाव`;'],
])('a text outside of the catalogues is found in %s: %s', (file, text) => {
  expect(findLooseTexts({ file, text })).toHaveLength(1);
});

test.each([
  ['web/src/a.tsx', 'const a = <p className="flex gap-2">{t("title")} · {count}</p>;'],
  ['web/src/a.tsx', 'const a = <input type="email" name="email" label={t("email")} />;'],
  ['web/src/a.ts', "throw new Error('No such section');"],
])('no text is found in %s: %s', (file, text) => {
  expect(findLooseTexts({ file, text })).toEqual([]);
});

test('an unused key is found', () => {
  const texts = {
    title: 'Feed',
    'sorts.latest': 'Latest',
    'kinds.a': 'A',
    'mandi.above': 'Above',
    old: 'Old',
  };
  const text =
    "const t = useT('feed'); t('title'); t(`mandi.${side}`); textGroup('feed', 'sorts'); textGroup('post', 'kinds');";
  expect(findUnusedKeys(new Map([['feed', texts]]), [{ file: 'web/src/a.ts', text }])).toEqual([
    'feed.json "kinds.a"',
    'feed.json "old"',
  ]);
});
