import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crops } from '@upaj/contract/catalogue';
import { categories, type Category } from '@upaj/contract/crops';
import type { State } from '@upaj/contract/places';
import { readCsv } from '#src/platform/read-csv.ts';
import { foldWritten } from './fold.ts';
import { guess, suggest, understand } from './understand.ts';

const bilaspur = (state: State) => ({ state, district: 'Bilaspur' });

describe('what people type', () => {
  it('is parted into crops, places and other words', () => {
    expect(understand('Fresh Gehun punjab 50')).toEqual({
      crops: [{ meanings: ['wheat'], how: 'written', words: 'Gehun', isVariety: false }],
      classes: [],
      places: [{ meanings: [{ state: 'Punjab' }], how: 'written', words: 'punjab' }],
      words: ['50'],
    });
  });

  it.each([
    ['shimla mirch solan', ['capsicum'], ['Solan']],
    ['bengal gram', ['chana'], []],
    ['band gobhi', ['cabbage'], []],
    ['kachcha aam', ['mango'], []],
    ['mysore paruppu', ['masoor-dal'], []],
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

  it.each([
    ['pyaz ka bhav', 'onion'],
    ['aaj ka gehu bhav', 'wheat'],
    ['1 quintal gehu chahiye', 'wheat'],
    ['10kg onion for sale', 'onion'],
    ['ডিমের দাম', 'eggs'],
    ['தக்காளி விலை', 'tomato'],
    ['ഉള്ളിയുടെ വില', 'onion'],
  ])('%s is only a crop', (text, crop) => {
    const { crops, places, words } = understand(text);
    expect([crops.map(({ meanings }) => meanings[0]), places, words]).toEqual([[crop], [], []]);
  });

  it.each([
    ['आलुओं', 'potato'],
    ['कांद्याचे', 'onion'],
    ['બટાકાનો', 'potato'],
    ['ਟਮਾਟਰਾਂ', 'tomato'],
    ['हरभऱ्याचे', 'chana'],
    ['कापसाचे', 'cotton'],
    ['আলুর', 'potato'],
    ['நெல்லின்', 'paddy'],
    ['dhania sabut', 'coriander-seed'],
    ['வெங்காயத்தின்', 'onion'],
    ['టమాటాల', 'tomato'],
    ['ಟೊಮೆಟೊದ', 'tomato'],
    ['ഉള്ളിയുടെ', 'onion'],
    ['ullipayalu', 'onion'],
  ])('%s is a form of a name', (text, crop) => {
    expect(understand(text).crops).toMatchObject([{ meanings: [crop], how: 'sound' }]);
  });

  it('is quoted as it was typed', () => {
    const [milk] = understand(' Gay  ka DOODH, agra ').crops;
    expect(milk?.words).toBe('Gay  ka DOODH');
    expect(understand('गेहूं का भाव पंजाब में').places[0]?.words).toBe('पंजाब');
    expect(understand('प्याज\u093c').crops[0]?.words).toBe('प्याज\u093c');
  });

  it('is a place or text where a filler is all there is', () => {
    expect(understand('mandi').places[0]?.meanings[0]?.district).toBe('Mandi');
    expect(understand('from here').words).toEqual(['from', 'here']);
    expect(understand('mandi bhav')).toEqual({
      crops: [],
      classes: [],
      places: [],
      words: ['mandi', 'bhav'],
    });
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
    ['piyaaj', 'spelling'],
    ['piyaj', 'written'],
    ['पियाज', 'sound'],
    ['pomegran', 'prefix'],
    ['onoin', 'close'],
    ['wehat', 'close'],
    ['onian', 'close'],
    ['palk', 'close'],
    ['pamegrnite', 'fuzzy'],
  ])('%s is found: %s', (text, how) => {
    expect(understand(text).crops[0]?.how).toBe(how);
  });

  it('is text where several crops begin so', () => {
    expect(understand('tomato pure')).toMatchObject({ crops: [{ meanings: ['tomato'] }], words: [] });
    expect(understand('tomato hybrid')).toMatchObject({ words: ['hybrid'] });
    expect(understand('organic')).toEqual({ crops: [], classes: [], places: [], words: ['organic'] });
  });

  it('completes the last word only', () => {
    expect(understand('pomegran agra').crops).toEqual([]);
    expect(understand('agra pomegran').crops[0]?.meanings).toEqual(['pomegranate']);
  });
});

describe('a class of goods or a variety', () => {
  const summary = (text: string) => {
    const { crops: found, classes, words } = understand(text);
    return {
      crops: found.map(({ meanings: [id] }) => id),
      classes: classes.map(({ category }) => category),
      words,
    };
  };

  it.each([
    ['dal', [], ['Pulses'], []],
    ['daal moong', ['moong'], [], []],
    ['moong dal', ['moong-dal'], [], []],
    ['dal chawal', ['rice'], ['Pulses'], []],
    ['bhindi ka beej', ['okra'], [], ['beej']],
    ['sona masoori', ['rice'], [], []],
    ['sona masoori chawal', ['rice'], [], ['sona', 'masoori']],
    ['HD-2967', ['wheat'], [], []],
    ['teja mirchi bhav', ['dry-red-chilli'], [], []],
  ])('%s', (text, found, classes, words) => {
    expect(summary(text)).toEqual({ crops: found, classes, words });
  });

  it('is of the catalogue, and listed once', () => {
    const rows = (file: string) => readCsv<'crop' | 'category' | 'names'>(new URL(file, import.meta.url));
    const unknown = [
      ...rows('varieties.csv').filter(({ crop }) => !crops.some(({ id }) => id === crop)),
      ...rows('classes.csv').filter(({ category }) => !categories.includes(category as Category)),
    ];
    expect(unknown).toEqual([]);
    const names = ['varieties.csv', 'classes.csv'].flatMap((file) =>
      rows(file).flatMap((row) => row.names.split(';').map((name) => foldWritten(name.toLowerCase()))),
    );
    expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
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

describe('guesses', () => {
  it.each([
    ['laknow', 'Lucknow'],
    ['ulipayi', 'onion'],
    ['sarsv', 'mustard'],
    ['tomoatos rate', 'tomato'],
  ])('for %s have %s', (text, expected) => {
    const { crops, places } = guess(text);
    const things = [...crops, ...places.map(({ state, district }) => district ?? state)];
    expect(things).toContain(expected);
    expect(things.length).toBeLessThanOrEqual(3);
  });

  it.each(['', 'xqzwv', 'asdfgh', 'namaste', 'Gurpreet', 'computer', '%%', '12345'])(
    'are none for "%s"',
    (text) => expect(guess(text)).toEqual({ crops: [], places: [] }),
  );
});

describe('hostile text', () => {
  it.each(['aeioukgtdnpbmrsl', 'कखगघचजटडतदनपबमयरलवसहािीुूेैोौ्', 'கசடதபறஞணநமனயரலவளாிீுூெேைொோ்'])(
    'of the characters %s keeps nobody waiting',
    (characters) => {
      const word = (length: number) =>
        Array.from({ length }, () => characters.charAt(Math.random() * characters.length)).join('');
      const times = Array.from({ length: 40 }, () => {
        const words = Array.from({ length: 20 }, (_, i) => word(5 + (i % 5))).join(' ');
        const start = process.cpuUsage();
        understand(words);
        suggest(words);
        guess(words);
        return process.cpuUsage(start).user / 1_000;
      });
      // It takes 3 to 7 ms of processor time. When each word was compared with all names, it took 25. The fastest is
      // compared, because other tests on the same processor slow the rest down.
      expect(Math.min(...times)).toBeLessThan(18);
    },
  );

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
