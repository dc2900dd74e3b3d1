import { describe, expect, it } from 'vitest';
import { findLooseTexts, findUnusedKeys } from './text-use.mjs';
import { judgeCatalogues, placeholdersOf, writeTypes } from './texts.mjs';

/** @param {Record<string, string>} en @param {Record<string, string>} hi */
const judge = (en, hi) =>
  judgeCatalogues(
    new Map([
      ['en', new Map([['feed', en]])],
      ['hi', new Map([['feed', hi]])],
    ]),
  );
const posts = '{count, plural, one {{count} post} other {{count} posts}}';

describe('the catalogues', () => {
  it('may differ in everything but keys and placeholders', () => {
    expect(judge({ title: 'Posts', posts }, { title: 'पोस्ट', posts })).toEqual([]);
  });

  it.each([
    ['a key less', { a: 'A', b: 'B' }, { a: 'अ' }, '"b" is missing'],
    ['a key more', { a: 'A' }, { a: 'अ', b: 'ब' }, 'English has no "b"'],
    ['another order', { a: 'A', b: 'B' }, { b: 'ब', a: 'अ' }, 'another order'],
    ['an empty text', { a: 'A' }, { a: ' ' }, 'is empty'],
    ['another placeholder', { a: 'To {name}' }, { a: '{person} को' }, 'placeholders person'],
    ['no placeholder', { a: 'To {name}' }, { a: 'किसी को' }, 'placeholders none'],
    ['a plural form less', { a: posts }, { a: '{count, plural, other {{count} पोस्ट}}' }, 'plural form "one"'],
    ['an open brace', { a: 'To {name}' }, { a: '{name को' }, 'no ICU message'],
  ])('are not accepted with %s', (_, en, hi, complaint) => {
    expect(judge(en, /** @type {Record<string, string>} */ (hi))).toEqual([
      expect.stringContaining(complaint),
    ]);
  });

  it('are not accepted without a section', () => {
    const catalogues = new Map([
      ['en', new Map([['feed', { a: 'A' }]])],
      ['hi', new Map()],
    ]);
    expect(judgeCatalogues(catalogues)).toEqual(['contract/texts/hi/feed.json: is missing']);
  });

  it('are written as types of keys and placeholders', () => {
    const types = writeTypes(new Map([['post-page', { 'a.b': posts, back: 'Back', to: 'To {name}' }]]));
    expect(types).toContain(`'post-page': {
    'a.b': { count: number };
    back: null;
    to: { name: string | number };
  };`);
    expect([...placeholdersOf("Couldn't be {x}").keys()]).toEqual(['x']);
  });
});

describe('texts outside of the catalogues', () => {
  it.each([
    ['web/src/a.tsx', 'const a = <p>Loading posts</p>;'],
    ['web/src/a.tsx', 'const a = <p>{"Loading posts"}</p>;'],
    ['web/src/a.tsx', 'const a = <p>{`${count} posts`}</p>;'],
    ['web/src/a.tsx', 'const a = <img alt="A field" />;'],
    ['web/src/a.tsx', 'const a = <input placeholder={`Search ${place}`} />;'],
    ['web/src/a.ts', "toast.error('It failed');"],
    ['web/src/a.ts', "confirm({ title: 'Delete it?' });"],
    ['server/src/people/account/emails.ts', "const subject = 'Choose a new password';"],
    ['server/src/notify/notifications/price-wording.ts', 'const text = `${crop} के भाव`;'],
  ])('are found in %s: %s', (file, text) => {
    expect(findLooseTexts({ file, text })).toHaveLength(1);
  });

  it.each([
    ['web/src/a.tsx', 'const a = <p className="flex gap-2">{t("title")} · {count}</p>;'],
    ['web/src/a.tsx', 'const a = <input type="email" name="email" label={t("email")} />;'],
    ['web/src/a.ts', "throw new Error('No such section');"],
    ['server/src/mandi/rates/store.ts', "log.info('rates were read');"],
  ])('are not found in %s: %s', (file, text) => {
    expect(findLooseTexts({ file, text })).toEqual([]);
  });
});

it('finds unused keys', () => {
  const english = new Map([
    ['feed', { title: 'Feed', 'sorts.latest': 'Latest', 'kinds.a': 'A', 'mandi.above': 'Above', old: 'Old' }],
  ]);
  const text =
    "const t = useT('feed'); t('title'); t(`mandi.${side}`); textGroup('feed', 'sorts'); textGroup('post', 'kinds');";
  expect(findUnusedKeys(english, [{ file: 'web/src/a.ts', text }])).toEqual([
    'contract/texts/en/feed.json "kinds.a" is not used',
    'contract/texts/en/feed.json "old" is not used',
  ]);
});
