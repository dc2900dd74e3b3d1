import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runTool } from './lib/steps.mjs';

/** @typedef {{ name: string; passed: boolean; size: number; sizeLimit: number }} Budget */
/** @typedef {{ name?: string; imports?: string[]; dynamicImports?: string[] }} Chunk */

test('the JavaScript of each first load is within .size-limit.mjs', async () => {
  /** @type {Budget[]} */
  const budgets = JSON.parse(await runTool('size-limit/bin.js', ['--json']));
  for (const { name, size, sizeLimit } of budgets) console.log(`${name}: ${size} of ${sizeLimit} bytes`);
  expect(budgets.filter(({ passed }) => !passed)).toEqual([]);
});

test('only screens for moderators and administrators load code of the console', () => {
  const file = path.join(import.meta.dirname, '../web/dist/.vite/manifest.json');
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const entry = 'index.html';
  const isForStaff = (/** @type {string} */ key) =>
    manifest[key]?.name === 'console' || key === 'src/routes/operations.tsx';
  const screens = manifest[entry]?.dynamicImports?.filter(isForStaff);
  expect(screens).toHaveLength(2);
  /** @type {Set<string>} */
  const loaded = new Set();
  const load = (/** @type {string} */ key) => {
    if (loaded.has(key)) return;
    loaded.add(key);
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    const lazy = dynamicImports.filter((one) => key !== entry || !isForStaff(one));
    [...imports, ...lazy].forEach(load);
  };
  load(entry);
  expect([...loaded].filter(isForStaff)).toEqual([]);
});
