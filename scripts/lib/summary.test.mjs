import { expect, test } from 'vitest';
import { summarize } from './summary.mjs';

/** @param {string} state @param {{ skippedBecause?: string, flaky?: boolean }} [why] */
const outcome = (state, { skippedBecause, flaky = false } = {}) => ({
  fullName: `was ${state}`,
  result: () => ({ state, errors: flaky ? [{ message: 'No such button' }] : [] }),
  meta: () => ({ skippedBecause }),
  diagnostic: () => ({ flaky }),
});

/** @param {string} state @param {ReturnType<typeof outcome>[]} tests */
const file = (state, ...tests) =>
  /** @type {import('vitest/node').TestModule} */ (
    /** @type {unknown} */ ({
      relativeModuleId: 'a.test.ts',
      state: () => state,
      children: { allTests: () => tests },
    })
  );

test('a skipped test is counted as failed, unless it has a reason', () => {
  const tests = [
    outcome('passed'),
    outcome('skipped', { skippedBecause: 'needs Redis' }),
    outcome('skipped'),
  ];
  expect(summarize([file('passed', ...tests)], 0).lines).toEqual([
    'Skipped without a reason: a.test.ts was skipped',
    'Skipped: 1 (needs Redis)',
    '1 passed, 1 failed, 1 skipped with a reason',
  ]);
});

test('a test that passed at the second try is named, with what failed', () => {
  expect(summarize([file('passed', outcome('passed', { flaky: true }))], 0).lines).toEqual([
    'Passed at the second try: a.test.ts was passed',
    'No such button',
    '1 passed, 0 failed',
  ]);
});

test.each([
  ['a test that failed once, and not its file', [file('failed', outcome('failed'), outcome('skipped'))], 0],
  ['a file that did not load', [file('failed')], 0],
  ['an error outside of any test', [], 1],
])('%s is counted', (_, files, errors) => {
  expect(summarize(files, errors).lines).toEqual(['0 passed, 1 failed']);
});
