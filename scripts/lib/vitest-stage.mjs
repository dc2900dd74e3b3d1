import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { runNode } from './child.mjs';
import { inRoot } from './paths.mjs';

const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');

/** @typedef {{ passed: number; failed: number; skipped: number }} Count */

/**
 * A file that did not load has no test that failed, and an error outside of any test none either: each is one failure.
 * @param {any} report vitest's JSON report @param {number} exitCode @returns {Count}
 */
export function countReport(report, exitCode) {
  const brokenFiles = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
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
  const exitCode = await runNode([vitest, 'run', ...chosen, ...reporters, ...filters], env);
  try {
    return countReport(JSON.parse(readFileSync(reportFile, 'utf8')), exitCode);
  } catch {
    console.error('vitest wrote no report.');
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
