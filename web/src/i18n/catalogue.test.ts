import { crops } from '@upaj/contract/crops';
import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { sections as enSections } from './en/sections.ts';
import { hi, sections as hiSections } from './hi.ts';
import { placesHi } from './places.hi.ts';

type Section = Record<string, unknown>;

/** Every text by its path; a text with parameters is tried with `argument` for each of them. */
function texts(section: Section, path = '', argument = 2): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(section)) {
    const here = path ? `${path}.${name}` : name;
    if (typeof value === 'string') found.set(here, value);
    else if (typeof value === 'function')
      found.set(here, String(value(argument, argument, argument, argument)));
    else for (const [below, text] of texts(value as Section, here, argument)) found.set(below, text);
  }
  return found;
}

async function all(sections: Record<string, () => Promise<Section>>): Promise<Section> {
  const loaded = await Promise.all(
    Object.entries(sections).map(async ([name, load]) => [name, await load()] as const),
  );
  return Object.fromEntries(loaded);
}

const english = texts({ ...en, ...(await all(enSections)) });
const hindiSections: Section = { ...hi, ...(await all(hiSections)) };
const hindi = texts(hindiSections);

/** Texts that are the same in every language. */
const universal =
  /^(common\.withReason$|feed\.priceRanges\.|feed\.searchFor$|post\.mandi\.line$|shell\.otherLanguage)/;

describe('catalogues', () => {
  it('have the same texts', () => {
    expect([...hindi.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('have no empty text and no parameter that went nowhere', () => {
    const broken = [...english, ...hindi].filter(
      ([, text]) => text.trim() === '' || /undefined|NaN|\[object/.test(text),
    );
    expect(broken).toEqual([]);
  });

  it('are Hindi in Hindi', () => {
    const latin = [...hindi].filter(
      ([path, text]) => !universal.test(path) && !/\p{Script=Devanagari}/u.test(text),
    );
    expect(latin).toEqual([]);
  });

  it('spell Hindi by one rule: no nukta but in ड़ and ढ़, no chandrabindu', () => {
    const places = Object.entries(placesHi);
    const names = crops.map(({ id, hi: name }) => [id, name] as const);
    const misspelt = [...hindi, ...places, ...names].filter(([, text]) =>
      /(?<![\u0921\u0922])\u093C|[\u0958-\u095F]|\u0901/u.test(text),
    );
    expect(misspelt).toEqual([]);
  });

  it('use one Hindi word for one thing', () => {
    const others =
      /टिप्पणी|टिप्पणियों|समीक्षा|संदेश|बातचीत|उत्पाद|सहेज|निलंबित|बाजार|प्रतीक्षा|वैकल्पिक|तस्वीर|पक्का|साझा|किराएदार|उपज में|(?<!ई)मेल |(?<!सि)तारे/;
    expect([...hindi].filter(([, text]) => others.test(text))).toEqual([]);
  });

  it('agree in Hindi with a count of one', () => {
    const plural = /1 (नए|सितारे)|1 .*(सूचनाएं|मिलीं|गईं|सकीं|रही हैं|गए$)/;
    expect([...texts(hindiSections, '', 1)].filter(([, text]) => plural.test(text))).toEqual([]);
  });

  it('keep their order of choices, which is the contract’s', () => {
    expect(Object.keys(hi.names.category)).toEqual(Object.keys(en.names.category));
    expect(Object.keys(hi.names.unit)).toEqual(Object.keys(en.names.unit));
    expect(Object.keys(hi.feed.sorts)).toEqual(Object.keys(en.feed.sorts));
  });

  it('say what the specification says', () => {
    expect(en.feed.empty).toBe('No posts available');
    expect(en.feed.emptyAction).toBe('Create Your First Post');
    expect(en.feed.cropsEmptyText).toBe('Try adjusting your filters to find more crops in your area');
    expect(en.feed.failed).toBe("Couldn't fetch posts");
    expect(en.post.loadingDetails).toBe('Loading product details...');
    expect(en.post.fetching).toBe('Fetching post...');
    expect(english.get('profile.othersEmptyText')).toBe("This user hasn't shared any products yet.");
    expect(en.shell.logoutFailed).toBe('Log out failed');
  });
});
