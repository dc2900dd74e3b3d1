// `npm test`: every stage, in two parallel lanes, with one summary at the end. `npm test -- --only postgres likes` runs the test files of one stage whose path contains "likes".
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { endChildren, keepTrack } from './lib/child.mjs';
import { pinnedNode } from './lib/paths.mjs';
import { lanes, stages } from './lib/stages.mjs';
import { reportFailure, seconds } from './lib/steps.mjs';

/** @typedef {import('./lib/vitest-stage.mjs').Count} Count */

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true } },
});

const chosen = values.only ?? Object.keys(stages);
const unknown = chosen.filter((name) => !stages[name]);
if (unknown.length > 0) {
  console.error(`No stage is called ${unknown.join(', ')}. The stages: ${Object.keys(stages).join(', ')}.`);
  process.exit(1);
}

let isInterrupted = false;
/** @param {NodeJS.Signals} signal @param {number} exitCode */
const interrupt = (signal, exitCode) => {
  // A second Ctrl-C exits at once; exit handlers still remove the cluster.
  if (isInterrupted) process.exit(exitCode);
  isInterrupted = true;
  process.exitCode = exitCode;
  endChildren(signal);
};
process.on('SIGINT', () => interrupt('SIGINT', 130));
process.on('SIGTERM', () => interrupt('SIGTERM', 143));

/** @param {string} name @returns {Promise<Count>} */
async function runHere(name) {
  /** @type {Count} */
  let count = { passed: 0, failed: 1, skipped: 0 };
  try {
    count = (await stages[name]?.run(filters)) ?? count;
  } catch (error) {
    reportFailure(error);
  }
  if (count.passed + count.failed === 0) {
    console.error('This stage ran no test.');
    count.failed = 1;
  }
  return count;
}

/**
 * Runs a stage in its own process and returns its output at the end.
 * @param {string} name @returns {Promise<{ count: Count; output: string }>}
 */
function runBeside(name) {
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = fork(import.meta.filename, ['--only', name, ...filters], {
    execPath: pinnedNode,
    silent: true,
    env: { ...process.env, ...colors },
  });
  keepTrack(child);
  return new Promise((resolve) => {
    let output = '';
    let count = { passed: 0, failed: 1, skipped: 0 };
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk);
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('message', (message) => (count = /** @type {Count} */ (message)));
    child.on('close', () => resolve({ count, output }));
  });
}

/** @type {{ line: string; count: Count }[]} */
const results = [];

/** @param {string} name @param {(name: string) => Promise<Count>} run */
async function runStage(name, run) {
  const started = Date.now();
  const count = await run(name);
  const mark = count.failed === 0 ? '✓' : '✗';
  const line = `${mark} ${stages[name]?.title}: ${count.passed} passed, ${count.failed} failed`;
  results.push({ line: `${line} in ${seconds(Date.now() - started)}`, count });
}

/** @param {string} name */
function printHead(name) {
  const title = stages[name]?.title ?? name;
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 76 - title.length))}`);
}

/** @param {readonly string[]} lane */
async function runLane(lane) {
  for (const name of lane.filter((stage) => chosen.includes(stage))) {
    if (isInterrupted) return;
    console.log(`Running: ${stages[name]?.title} …`);
    await runStage(name, async () => {
      const { count, output } = await runBeside(name);
      printHead(name);
      process.stdout.write(output);
      return count;
    });
  }
}

const [first = '', ...others] = chosen;
if (process.send) {
  process.send(await runHere(first));
} else if (others.length === 0) {
  printHead(first);
  await runStage(first, runHere);
} else {
  await Promise.all(lanes.map(runLane));
}

if (isInterrupted) {
  console.error('\nInterrupted.');
} else if (!process.send) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    results.reduce((total, { count }) => total + count[key], 0);
  const failures = results.flatMap(({ count }) => count.failures ?? []);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  console.log(`\n${results.map(({ line }) => line).join('\n')}`);
  console.log(`  in all ${seconds(performance.now())}\n`);
  const skipped = sum('skipped');
  console.log(
    `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped with a reason` : ''}`,
  );
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}
process.disconnect?.();
