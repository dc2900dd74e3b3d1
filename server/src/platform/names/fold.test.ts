import { describe, expect, it } from 'vitest';
import { foldLoose, foldSound, foldWritten, tokensOf, wordsOf } from './fold.ts';

describe('typed words', () => {
  const words = (text: string) => tokensOf(text).map(({ word }) => word);

  it('are composed, lower-case and without invisible characters', () => {
    expect(words('A\u0301loo\0 \u202Egehu\u200D')).toEqual(['áloo', 'gehu']);
  });

  it('are where they were typed', () => {
    const text = "  Ladies' \u200Dfinger, 50% (प्याज़)";
    expect(tokensOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      "Ladies'",
      '\u200Dfinger',
      '50',
      'प्याज़',
    ]);
  });

  it('are cut, and well-formed at the cut', () => {
    expect(words('x'.repeat(10_000)).join('')).toHaveLength(100);
    expect(
      words(`${'x'.repeat(99)}🌾`)
        .join('')
        .isWellFormed(),
    ).toBe(true);
    expect(words('gehu \uD83C')).toEqual(['gehu']);
  });
});

describe('words', () => {
  it('have no punctuation, and an apostrophe does not part them', () => {
    expect(wordsOf("ladies' finger, cow's milk: 50% (प्याज़)")).toEqual([
      'ladies',
      'finger',
      'cows',
      'milk',
      '50',
      'प्याज़',
    ]);
  });
});

describe('a name as written', () => {
  it('is the same with another nasal sign or without a nukta', () => {
    expect(foldWritten('गेहूँ')).toBe(foldWritten('गेहूं'));
    expect(foldWritten('प्याज़')).toBe(foldWritten('प्याज'));
    expect(foldWritten('ਗੰਢਾ')).toBe(foldWritten('ਗਂਢਾ'));
  });
});

describe('a sound', () => {
  it.each([
    ['pyaaz', 'piyaj'],
    ['aaloo', 'alu'],
    ['phool gobhi', 'fulgobhi'],
    ['makka', 'maka'],
    ['wheat', 'weet'],
    ['dhaniya', 'daniya'],
    ['jau', 'jo'],
    ['हिन्दी', 'हिंदी'],
    ['प्याज़', 'pyaaz'],
    ['టమాటా', 'tamata'],
    ['marua', 'marwa'],
    ['vankaya', 'vankay'],
  ])('of %s is that of %s', (name, other) => {
    expect(foldSound(name)).toBe(foldSound(other));
  });

  it('has the vowel at its end', () => {
    expect(foldSound('भोपाल')).not.toBe(foldSound('भोपळा'));
  });
});

describe('a loose key', () => {
  it('is the same without the vowel a, aspiration and nasals', () => {
    for (const other of ['bengan', 'bhengan', 'bengn', 'began'])
      expect(foldLoose(foldSound(other))).toBe(foldLoose(foldSound('baingan')));
  });
});
