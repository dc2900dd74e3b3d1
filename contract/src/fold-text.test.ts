import { expect, test } from 'vitest';
import { requiredText } from './fields.ts';
import { foldText } from './fold-text.ts';
import { fullNameSchema } from './people/credentials.ts';
import { normalizeTags } from './trade/tags.ts';

test.each([
  ['पेँ\u0958', 'पेंक'],
  ['প\u09dc\u09be', 'পডা'],
  ['\u09f0াম', 'রাম'],
  ['ക\u0d7bറ', 'കന്റ'],
  ['ക\u0d7b്റ', 'കന്റ'],
  ['शक्\u200dकर', 'शक्कर'],
  ['१२१ ௧௨௧ ᱑᱒᱑', '121 121 121'],
  ['Rájma, ½ kg', 'rájma, ½ kg'],
  ['  A ', 'a'],
])('%j is folded to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded.normalize('NFC'));
});

test('folding twice changes nothing more', () => {
  for (let code = 0x20; code < 0xe00; code += 1) {
    const folded = foldText(`a${String.fromCharCode(code)}b`);
    expect(foldText(folded)).toBe(folded);
  }
});

test('text fields are composed before their length is checked', () => {
  const text = requiredText('invalid', 4);
  expect(text.parse('\u09dc\u09dc')).toBe('\u09a1\u09bc\u09a1\u09bc');
  expect(text.safeParse('\u09dc\u09dc\u09dc').success).toBe(false);
  expect(fullNameSchema.parse('ক\u09c7\u09beমল')).toBe('ক\u09cbমল');
});

test('a tag in two spellings is one', () => {
  expect(normalizeTags('ताज़ा, ता\u095bा,ताजा,FRESH,fresh,')).toEqual(['ताज\u093cा', 'fresh']);
});
