import { expect, test } from 'vitest';
import { runTool } from './lib/run-tool.mjs';

/** @typedef {{ name: string; passed: boolean; size: number; sizeLimit: number }} Budget */

test('the JavaScript of each first load is within .size-limit.mjs', async () => {
  /** @type {Budget[]} */
  const budgets = JSON.parse(await runTool('size-limit/bin.js', ['--json']));
  for (const { name, size, sizeLimit } of budgets) console.log(`${name}: ${size} of ${sizeLimit} bytes`);
  expect(budgets.filter(({ passed }) => !passed)).toEqual([]);
});
