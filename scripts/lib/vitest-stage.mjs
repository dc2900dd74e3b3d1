import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { runNode } from './child.mjs';
import { inRoot } from './paths.mjs';

const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');

/** @typedef {{ passed: number; failed: number; skipped: number; failures?: string[] }} Count */

/**
 * Names of skipped tests that do not say why, by `{ meta: { skippedBecause: 'reason' } }` of theirs or their group's.
 * @param {any} report vitest's JSON report @returns {string[]}
 */
export function skippedWithoutReason(report) {
  // In a failed file, other tests are skipped as a result.
  const files = report.testResults.filter((/** @type {any} */ file) => file.status !== 'failed');
  return files.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter(
        (/** @type {any} */ test) =>
          !['passed', 'failed'].includes(test.status) && !test.meta?.skippedBecause,
      )
      .map((/** @type {any} */ test) => `${file.name}: ${test.fullName}`),
  );
}

/**
 * Failed tests and files, each with the first line of its error, the lines of the code that led to it, and the pages
 * that were open.
 * @param {any} report vitest's JSON report @returns {string[]}
 */
export function failuresOf(report) {
  const failedFiles = report.testResults.filter((/** @type {any} */ file) => file.status === 'failed');
  return failedFiles.flatMap((/** @type {any} */ file) => {
    const tests = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    const lines = tests.map((/** @type {any} */ { fullName, failureMessages: [message], meta }) =>
      [`${fullName}: ${firstLine(message)}`, ...framesOf(message), ...(meta?.urls ?? [])].join('\n    '),
    );
    if (lines.length === 0) lines.push(firstLine(file.message));
    return lines.map((/** @type {string} */ line) => `${file.name}: ${line}`);
  });
}

/** Of this repository: `at e2e/steps.ts:59:82`. @param {string | undefined} stack */
const framesOf = (stack = '') =>
  [...stack.matchAll(/^ +at .*?(\/[^\s()]+:\d+:\d+)\)?$/gm)]
    .map(([, place = '']) => relative(inRoot(), place))
    .filter((place) => !/^\.\.|node_modules/.test(place))
    .map((place) => `at ${place}`);

/** @param {string | undefined} text */
const firstLine = (text = '') => text.split('\n', 1)[0] ?? '';

/**
 * A file that did not load has no test that failed, and an error outside of any test none either: each is one failure,
 * and so is a test that is skipped without a reason.
 * @param {any} report vitest's JSON report @param {number} exitCode @returns {Count}
 */
export function countReport(report, exitCode) {
  const brokenFiles = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  const unexplained = skippedWithoutReason(report).length;
  return {
    passed: report.numPassedTests,
    failed: unexplained + (failed === 0 && exitCode !== 0 ? 1 : failed),
    skipped: report.numPendingTests + report.numTodoTests - unexplained,
  };
}

/**
 * @param {string} name of the stage, for its report file
 * @param {readonly string[]} projects
 * @param {readonly string[]} filters parts of file names
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<Count>}
 */
export async function runVitest(name, projects, filters, env) {
  const reportFile = inRoot('.cache', 'test', `${name}.json`);
  mkdirSync(inRoot('.cache', 'test'), { recursive: true });
  rmSync(reportFile, { force: true });
  const chosen = projects.map((project) => `--project=${project}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  // Workers and the servers that tests start load the same modules.
  const NODE_COMPILE_CACHE = inRoot('.cache', 'node');
  const exitCode = await runNode([vitest, 'run', ...chosen, ...reporters, ...filters], {
    NODE_COMPILE_CACHE,
    ...env,
  });
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    for (const test of skippedWithoutReason(report)) console.error(`Skipped without a reason: ${test}`);
    return { ...countReport(report, exitCode), failures: failuresOf(report) };
  } catch {
    console.error('vitest wrote no report.');
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
