import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { sections as enSections } from './en/sections.ts';
import { hi, sections as hiSections } from './hi.ts';

type Section = Record<string, unknown>;

/** Every text by its path; a text with parameters is tried with 2 for each of them. */
function texts(section: Section, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(section)) {
    const here = path ? `${path}.${name}` : name;
    if (typeof value === 'string') found.set(here, value);
    else if (typeof value === 'function') found.set(here, String(value(2, 2, 2, 2)));
    else for (const [below, text] of texts(value as Section, here)) found.set(below, text);
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
const hindi = texts({ ...hi, ...(await all(hiSections)) });

/** Texts that are the same in every language. */
const universal = /^(common\.withReason$|feed\.priceRanges\.|feed\.searchFor$|shell\.otherLanguage)/;

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
