import { expect, it } from 'vitest';
import { findWords, readWords } from './plain-words.mjs';

const glossary = `# Glossary

| term | meaning |

## Words we do not use

| word       | instead |
| ---------- | ------- |
| told, tell | notify  |
| letters    | emails  |
| anew       | again   |
`;
const words = readWords(glossary);

it('reads the words from the last table of the glossary', () => {
  expect([...words]).toEqual([
    ['told', 'notify'],
    ['tell', 'notify'],
    ['letters', 'emails'],
    ['anew', 'again'],
  ]);
});

it.each([
  ['a.ts', 'const a = 1;\n/** Users are told. */', ['a.ts:2 "told": write notify']],
  ['a.ts', 'run(); // Tell them anew.', ['a.ts:1 "Tell": write notify', 'a.ts:1 "anew": write again']],
  ['a.tsx', '<p>{/* anew */}</p>', ['a.tsx:1 "anew": write again']],
  ['docs/a.md', 'Read it anew.', ['docs/a.md:1 "anew": write again']],
  [
    'contract/texts/en/feed.json',
    '{\n  "told": "You are told"\n}',
    ['contract/texts/en/feed.json:2 "told": write notify'],
  ],
  ['a.test.ts', "it('is told', () => {});", ['a.test.ts:1 "told": write notify']],
  ['a.test.tsx', "describe.skip(\n  'anew',", ['a.test.tsx:2 "anew": write again']],
  ['a.e2e.ts', "test.each([\n  ['told', 1],\n])('tell %s', (told) => {", ['a.e2e.ts:3 "tell": write notify']],
])('finds the words in the prose of %s', (file, text, complaints) => {
  expect(findWords(file, text, words)).toEqual(complaints);
});

it.each([
  ['a.ts', 'const told = "told"; // Notified.'],
  ['a.test.ts', "it('notifies', () => expect(told).toBe('told'));"],
  ['docs/a.md', 'The column `told`.'],
  ['docs/glossary.md', glossary],
  ['contract/texts/hi/feed.json', '{ "a": "told" }'],
  ['docs/a.md', 'Letters, digits and dots; the letters a to z.'],
])('leaves code, keys and the table itself alone in %s', (file, text) => {
  expect(findWords(file, text, words)).toEqual([]);
});
