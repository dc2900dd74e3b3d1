import type { Understood } from '@upaj/contract/trade/search';
import { describe, expect, it } from 'vitest';
import { dropReplaced, removeWords, replaceWords } from './words.ts';

const wheat = { crop: { id: 'wheat', en: 'Wheat' }, others: [], words: 'gehu', isSure: true };
const punjab = { place: { state: 'Punjab', district: null }, others: [], words: 'punjab', isSure: true };
const understood: Understood = {
  crops: [wheat],
  places: [punjab],
  categories: [],
  people: [],
  words: [],
  ignored: [],
  guesses: { crops: [], places: [] },
};

it.each([
  ['gehu punjab', 'gehu', 'punjab'],
  ['gehu punjab', 'punjab', 'gehu'],
  ['  Gehu,  PUNJAB ', 'gehu', 'PUNJAB'],
  ['gehu punjab gehu', 'gehu', 'punjab gehu'],
  ['big hari mirch pune', 'hari mirch', 'big pune'],
  ['hari big mirch', 'hari mirch', 'big'],
  ['शरबती गेहूं', 'गेहूं', 'शरबती'],
  ['गेहूँ', 'गेहूँ'.normalize('NFD'), ''],
  ['wheat', 'rice', 'wheat'],
  ['wheat', '', 'wheat'],
  ['', 'wheat', ''],
])('%j without %j is %j', (q, words, expected) => {
  expect(removeWords(q, words)).toBe(expected);
});

it('puts another name where the words were', () => {
  expect(replaceWords('onion aurangabad cheap', 'aurangabad', 'Aurangabad, Bihar')).toBe(
    'onion Aurangabad, Bihar cheap',
  );
});

describe('a chosen filter', () => {
  const current = { q: 'gehu punjab', sort: 'nearest' } as const;

  it('of a place replaces the place in the search, and one of a crop the crop', () => {
    expect(dropReplaced(current, { ...current, state: 'Haryana' }, understood)).toEqual({
      q: 'gehu',
      sort: 'nearest',
      state: 'Haryana',
    });
    expect(dropReplaced(current, { ...current, cropType: 'Rice' }, understood).q).toBe('punjab');
  });

  it('of a category replaces the class in the search', () => {
    const pulses = { category: 'Pulses', words: 'dal', isSure: true } as const;
    const dal = { ...understood, crops: [], categories: [pulses] };
    const search = { q: 'dal punjab' };
    expect(dropReplaced(search, { ...search, category: 'Fruits' }, dal)).toEqual({
      q: 'punjab',
      category: 'Fruits',
    });
  });

  it('leaves no empty search', () => {
    const only = { q: 'punjab' };
    expect(dropReplaced(only, { ...only, state: 'Haryana' }, understood)).toEqual({ state: 'Haryana' });
  });

  it('changes nothing when it is removed, or is about something else', () => {
    const filtered = { ...current, state: 'Haryana' };
    expect(dropReplaced(filtered, current, understood)).toEqual(current);
    expect(dropReplaced(current, { ...current, organic: 'true' }, understood).q).toBe('gehu punjab');
    expect(dropReplaced(current, { ...current, state: 'Haryana' }, undefined).q).toBe('gehu punjab');
  });
});
