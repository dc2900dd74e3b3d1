import { expect, it } from 'vitest';
import { countReport } from './vitest-stage.mjs';

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

it('adds up a successful run', () => {
  expect(countReport(report, 0)).toEqual({ passed: 3, failed: 0, skipped: 0 });
});

it('counts a skipped test as failed, unless it has a reason', () => {
  const explained = { status: 'skipped', meta: { skippedBecause: 'needs Redis' } };
  const file = {
    status: 'passed',
    assertionResults: [explained, { status: 'skipped', meta: {} }, { status: 'todo' }],
  };
  const skipping = { ...report, numPendingTests: 2, numTodoTests: 1, testResults: [file] };
  expect(countReport(skipping, 0)).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

it('counts a file that did not load', () => {
  const broken = { status: 'failed', assertionResults: [] };
  expect(countReport({ ...report, testResults: [broken] }, 1).failed).toBe(1);
});

it('counts a failed test once, and not its file', () => {
  const file = { status: 'failed', assertionResults: [{ status: 'failed' }] };
  expect(countReport({ ...report, numFailedTests: 1, testResults: [file] }, 1).failed).toBe(1);
});

it('counts an error outside of any test', () => {
  expect(countReport(report, 1).failed).toBe(1);
});
