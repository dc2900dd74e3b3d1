import { crops } from '@upaj/contract/catalogue';
import { categories } from '@upaj/contract/crops';
import { districtsOf, states } from '@upaj/contract/places';
import { priceUnits } from '@upaj/contract/trade/units';
import { availabilities, priceRanges, sorts } from '@upaj/contract/trade/feed';
import { describe, expect, it } from 'vitest';
import { getT, loadTexts, textGroup } from './locale.ts';

// `npm run check` compares the languages with English. These tests cover what it does not.
const files = import.meta.glob<string>('../../../contract/texts/*/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});

function textsOf(language: string): [string, string][] {
  return (
    Object.entries(files)
      .filter(([path]) => path.includes(`/${language}/`) && !path.endsWith('/places.json'))
      .flatMap(([path, json]) => {
        const section = path.split('/').at(-1)?.replace('.json', '');
        const texts = Object.entries(JSON.parse(json) as Record<string, string>);
        return texts.map(([key, text]): [string, string] => [`${section}.${key}`, text]);
      })
      // Texts that are not translated yet are shown in English.
      .filter(([, text]) => text !== '')
  );
}

const hindi = textsOf('hi');
const namesOf = (file: string) =>
  JSON.parse(files[`../../../contract/texts/hi/${file}.json`] ?? '{}') as Record<string, string>;
const hindiPlaces = namesOf('places');

/** These texts are the same in every language, so they need no translation. */
const universal =
  /^(common\.withReason$|moderation\.audit\.by$|names\.priceRanges\.|listen\.price$|search\.results$|post\.mandi\.line$|push-and-email\.(?:sentence|title\.price-alert)$|shell\.otherLanguage)/;

describe('Hindi', () => {
  it('is Hindi', () => {
    const latin = hindi.filter(([key, text]) => !universal.test(key) && !/\p{Script=Devanagari}/u.test(text));
    expect(latin).toEqual([]);
  });

  it('is spelled by one rule: no nukta except in ड़ and ढ़, no chandrabindu', () => {
    const names = crops.map(({ id, hi: name }) => [id, name] as const);
    const misspelt = [...hindi, ...Object.entries(hindiPlaces), ...names].filter(([, text]) =>
      /(?<![\u0921\u0922])\u093C|[\u0958-\u095F]|\u0901/u.test(text),
    );
    expect(misspelt).toEqual([]);
  });

  it('has one word for one thing', () => {
    const others =
      /टिप्पणी|टिप्पणियों|समीक्षा|संदेश|बातचीत|उत्पाद|सहेज|निलंबित|बाजार|प्रतीक्षा|वैकल्पिक|तस्वीर|पक्का|साझा|किराएदार|उपज में|(?<!ई)मेल |(?<!सि)तारे/;
    expect(hindi.filter(([, text]) => others.test(text))).toEqual([]);
  });

  it('has singular forms', () => {
    const plural = /one \{[^{}]*\{?\w*\}?[^{}]*(?:नए|सितारे|सूचनाएं|मिलीं|गईं|सकीं|रही हैं|गए\})/;
    expect(hindi.filter(([, text]) => plural.test(text))).toEqual([]);
  });

  it('has a name for every state and district', () => {
    const places = states.flatMap((state) => [state, ...districtsOf(state)]);
    expect(places.filter((place) => !hindiPlaces[place])).toEqual([]);
  });
});

// Screens read the choices from the catalogue, so that they need not load the contract's tables.
it('lists every choice in the order of the contract', () => {
  expect(Object.keys(textGroup('names', 'category'))).toEqual(categories);
  expect(Object.keys(textGroup('names', 'unit'))).toEqual(priceUnits);
  expect(Object.keys(textGroup('names', 'priceRanges'))).toEqual(priceRanges);
  expect(Object.keys(textGroup('names', 'availabilities'))).toEqual(availabilities);
  expect(Object.keys(textGroup('names', 'sorts'))).toEqual(sorts);
});

it('is worded as in the specification', async () => {
  const feed = await loadTexts('feed');
  const search = await loadTexts('search');
  const post = await loadTexts('post-page');
  expect(feed('empty')).toBe('No posts available');
  expect(feed('emptyAction')).toBe('Create Your First Post');
  expect(search('cropsEmptyText')).toBe('Try adjusting your filters to find more crops in your area');
  expect(feed('failed')).toBe("Couldn't fetch posts");
  expect(post('loadingDetails')).toBe('Loading product details...');
  expect(post('fetching')).toBe('Fetching post...');
  expect(Object.fromEntries(textsOf('en'))['profile.othersEmptyText']).toBe(
    "This user hasn't shared any products yet.",
  );
  expect(getT('shell')('logoutFailed')).toBe('Log out failed');
});

it('shows a value as it was written', () => {
  const text = String.raw`\u0041\x42`;
  expect(getT('shell')('newUnnamedMessage', { text })).toBe(`New message: ${text}`);
});
