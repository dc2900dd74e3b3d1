import { expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { countReport, failuresOf } from './vitest-stage.mjs';

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

it('reports where a test failed, on which page', () => {
  const message = `waitFor: Timeout
Call log:
  - waiting at /login:1:1

    at async register (${inRoot('e2e/steps.ts')}:40:14)
    at ${inRoot('e2e/account.e2e.ts')}:11:9
    at async file://${inRoot('node_modules/vitest/run.js')}:3:20`;
  const failed = { status: 'failed', fullName: 'works', failureMessages: [message], meta: { urls: ['/x'] } };
  const file = { name: 'a.e2e.ts', status: 'failed', assertionResults: [failed, { status: 'passed' }] };
  expect(failuresOf({ ...report, testResults: [file] })).toEqual([
    `a.e2e.ts: works: waitFor: Timeout
    at e2e/steps.ts:40:14
    at e2e/account.e2e.ts:11:9
    /x`,
  ]);
});
