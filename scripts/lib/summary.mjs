/** @typedef {import('vitest/node').Reporter} Reporter */
/** @typedef {import('vitest/node').TestModule} TestModule */

/**
 * Counts tests. A file that does not load counts as one failure, and so do an error outside of any test and a test that
 * is skipped without a reason, which is `{ meta: { skippedBecause: 'reason' } }`. Names journeys that passed at the
 * second try.
 * @param {readonly TestModule[]} modules @param {number} errors outside of any test
 */
export function summarize(modules, errors) {
  const lines = [];
  const counts = { passed: 0, failed: errors, skipped: 0 };
  /** @type {Map<string, number>} */
  const reasons = new Map();
  for (const file of modules) {
    const tests = [...file.children.allTests()];
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    counts.passed += tests.filter((test) => test.result().state === 'passed').length;
    counts.failed += failed;
    for (const test of tests.filter((one) => one.diagnostic()?.flaky))
      lines.push(
        `Passed at the second try: ${file.relativeModuleId} ${test.fullName}`,
        ...(test.result().errors ?? []).map(({ stack, message }) => stack ?? message),
      );
    if (file.state() === 'failed') {
      if (failed === 0) counts.failed += 1;
      // The other tests of the file are skipped as a result, and not counted.
      continue;
    }
    for (const test of tests.filter((one) => !['passed', 'failed'].includes(one.result().state))) {
      const reason = test.meta().skippedBecause;
      if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      else {
        counts.failed += 1;
        lines.push(`Skipped without a reason: ${file.relativeModuleId} ${test.fullName}`);
      }
    }
  }
  for (const [reason, count] of reasons) {
    counts.skipped += count;
    lines.push(`Skipped: ${count} (${reason})`);
  }
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped with a reason` : '';
  return { ...counts, lines: [...lines, `${counts.passed} passed, ${counts.failed} failed${skipped}`] };
}

/** Prints the last lines of `npm test`. @implements {Reporter} */
export class Summary {
  /** @type {NonNullable<Reporter['onTestRunEnd']>} */
  onTestRunEnd(modules, errors) {
    const { passed, failed, lines } = summarize(modules, errors.length);
    console.log(lines.join('\n'));
    if (failed > 0 || passed === 0) process.exitCode = 1;
  }
}
