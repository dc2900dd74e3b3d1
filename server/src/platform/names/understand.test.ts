import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { State } from '@upaj/contract/places';
import { suggest, understand } from './understand.ts';

const bilaspur = (state: State) => ({ state, district: 'Bilaspur' });

describe('what people type', () => {
  it('is parted into crops, places and other words', () => {
    expect(understand('Fresh gehun punjab 50')).toEqual({
      crops: [{ meanings: ['wheat'], how: 'written', words: 'gehun' }],
      places: [{ meanings: [{ state: 'Punjab' }], how: 'written', words: 'punjab' }],
      words: ['fresh', '50'],
    });
  });

  it.each([
    ['shimla mirch solan', ['capsicum'], ['Solan']],
    ['bengal gram', ['chana'], []],
    ['band gobhi', ['cabbage'], []],
    ['kachcha aam', ['mango'], []],
    ['mysore paruppu', ['masoor'], []],
    ['aloo pyaz agra', ['potato', 'onion'], ['Agra']],
    ['tomato mp', ['tomato'], ['Madhya Pradesh']],
  ])('%s has the longest names, and crops before places', (text, crops, places) => {
    const understood = understand(text);
    expect(understood.crops.map(({ meanings }) => meanings[0])).toEqual(crops);
    expect(understood.places.map(({ meanings: [place] }) => place?.district ?? place?.state)).toEqual(places);
    expect(understood.words).toEqual([]);
  });

  it.each(['पंजाब में गेहूं', 'wheat from punjab', 'wheat in mandi punjab', 'गेहूं जिला पंजाब', 'punjab ka gehu'])(
    '%s has no other words',
    (text) => {
      const { crops, places, words } = understand(text);
      expect([crops[0]?.meanings[0], places.length, places[0]?.meanings[0]?.state, words]).toEqual([
        'wheat',
        1,
        'Punjab',
        [],
      ]);
    },
  );

  it('is a place or text where a filler is all there is', () => {
    expect(understand('mandi').places[0]?.meanings[0]?.district).toBe('Mandi');
    expect(understand('from here').words).toEqual(['from', 'here']);
  });

  it('has the other crops of a shared name behind its owner', () => {
    expect(understand('basmati').crops[0]?.meanings).toEqual(['basmati-paddy', 'rice']);
    expect(understand('alu').crops[0]?.meanings).toEqual(['potato', 'colocasia']);
  });

  it('has official names before others, states before districts, and the own state first', () => {
    const meaning = (text: string, state?: State) => understand(text, state && { state }).places[0]?.meanings;
    expect(meaning('aurangabad')?.map(({ state }) => state)).toEqual(['Bihar', 'Maharashtra']);
    expect(meaning('aurangabad', 'Maharashtra')?.[0]?.state).toBe('Bihar');
    expect(meaning('delhi')?.[0]).toEqual({ state: 'Delhi' });
    expect(meaning('bilaspur', 'Chhattisgarh')?.[0]).toEqual(bilaspur('Chhattisgarh'));
    expect(meaning('bilaspur', 'Himachal Pradesh')).toEqual([
      bilaspur('Himachal Pradesh'),
      bilaspur('Chhattisgarh'),
    ]);
  });

  it.each([
    ['प्याज़', 'written'],
    ['piyaaj', 'sound'],
    ['pomegran', 'prefix'],
    ['onoin', 'close'],
    ['palk', 'close'],
    ['pamegrnite', 'fuzzy'],
  ])('%s is found: %s', (text, how) => {
    expect(understand(text).crops[0]?.how).toBe(how);
  });

  it('is text where several crops begin so', () => {
    expect(understand('tomato fresh')).toMatchObject({ crops: [{ meanings: ['tomato'] }], words: ['fresh'] });
    expect(understand('organic')).toEqual({ crops: [], places: [], words: ['organic'] });
  });

  it('completes the last word only', () => {
    expect(understand('pomegran agra').crops).toEqual([]);
    expect(understand('agra pomegran').crops[0]?.meanings).toEqual(['pomegranate']);
  });
});

describe('suggestions', () => {
  it('complete the last words', () => {
    expect(suggest('wheat in pun')).toMatchObject({
      places: expect.arrayContaining([{ state: 'Punjab' }]),
      words: 'pun',
    });
    expect(suggest('sweet po')).toMatchObject({ crops: ['sweet-potato'], words: 'sweet po' });
    expect(suggest('टमा').crops[0]).toBe('tomato');
  });

  it('have usual names in the script first', () => {
    expect(suggest('to').crops[0]).toBe('tomato');
    expect(suggest('pya').crops[0]).toBe('onion');
    expect(suggest('pun').places[0]).toEqual({ state: 'Punjab' });
  });

  it('begin with a name that is complete', () => {
    expect(suggest('tur').crops[0]).toBe('tur');
  });

  it('have mistakes where nothing begins so', () => {
    expect(suggest('onoin').crops).toEqual(['onion']);
    expect(suggest('xqzwv')).toEqual({ crops: [], places: [], words: 'xqzwv' });
    expect(suggest('')).toEqual({ crops: [], places: [], words: '' });
  });
});

describe('hostile text', () => {
  const parts = [
    'gehu',
    'pun',
    "'",
    '"',
    ' ',
    '%',
    '\0',
    '\u202E',
    '\u200D',
    '\uD83C',
    '&|!()*:',
    '\\',
    '़',
    '्',
    '💥',
  ];
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.constantFrom(...parts), { maxLength: 200 }).map((all) => all.join('')),
  );

  it('is cut and answered', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { crops, places, words } = understand(text);
        const used = [...crops, ...places].map((match) => match.words);
        expect([...used, ...words].join(' ').length).toBeLessThanOrEqual(100);
        expect(suggest(text).words.length).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('of 10 kB is no more than its first 100 characters', () => {
    expect(understand('ab '.repeat(3400))).toEqual(understand('ab '.repeat(34).slice(0, 100)));
    expect(understand('\u202E'.repeat(10_000)).words).toEqual([]);
  });
});
