import { describe, expect, it } from 'vitest';
import { judgeSources } from './source-rules.mjs';

/** @param {string} file @param {string} text */
const rulesBroken = (file, text) =>
  judgeSources([{ file, text }]).map((complaint) => complaint.split(' ')[1]);

// Concatenated, so that this file does not violate the rule.
const disable = `// oxlint-${'disable'}-next-line no-console`;
const sqlTag = `${'sql'}\`now()\``;

describe('sql-in-stores-only', () => {
  it.each([
    ['server/src/trade/likes/service.ts', sqlTag],
    ['server/src/platform/http/route.ts', `const a = ${'sql'}<Row>\`now()\`;`],
    ['server/src/platform/jobs/clean.ts', `pool.query('DELETE from posts where true')`],
    ['server/src/platform/jobs/read.ts', 'query(`\n  select id\n  from posts`)'],
  ])('finds SQL in %s', (file, text) => {
    expect(rulesBroken(file, text)).toEqual(['sql-in-stores-only:']);
  });

  it.each([
    ['server/src/trade/likes/store.ts', sqlTag],
    ['server/src/platform/db/migrate.ts', sqlTag],
    ['web/src/i18n/locale.ts', `choose: 'Select a crop', update: 'Update your profile'`],
  ])('leaves %s alone', (file, text) => {
    expect(rulesBroken(file, text)).toEqual([]);
  });
});

describe('suppression-with-reason', () => {
  it('requires a reason', () => {
    expect(rulesBroken('web/src/a.ts', disable)).toEqual(['suppression-with-reason:']);
    expect(rulesBroken('web/src/a.ts', `${disable} -- the only way to say it`)).toEqual([]);
  });
});

describe('no-re-export', () => {
  it('finds re-exports in every form', () => {
    expect(rulesBroken('web/src/ui/all.ts', `export * from './button.tsx';`)).toEqual(['no-re-export:']);
    expect(rulesBroken('web/src/ui/all.ts', `export {\n  a,\n  b,\n} from './b.ts';`)).toEqual([
      'no-re-export:',
    ]);
    expect(rulesBroken('web/src/ui/all.ts', `export { a };\nimport { b } from './b.ts';`)).toEqual([]);
  });
});
