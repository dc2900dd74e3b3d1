import { inRoot, pinnedNode, root } from './paths.mjs';
import { run } from './steps.mjs';

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * Checks each screen's JavaScript, compressed by Brotli, against its budget in .size-limit.mjs.
 * @returns {Promise<{ name: string; ok: boolean }[]>}
 */
export async function checkBudgets() {
  const output = await run(pinnedNode, [inRoot('node_modules', 'size-limit', 'bin.js'), '--json'], {
    cwd: root,
  }).catch((/** @type {{ output?: string }} */ error) => {
    // It also fails for an exceeded budget, with JSON output.
    if (error.output?.trim().startsWith('[')) return error.output;
    throw error;
  });
  /** @type {{ name: string; passed: boolean; size: number; sizeLimit: number }[]} */
  const budgets = JSON.parse(output);
  return budgets.map(({ name, passed, size, sizeLimit }) => {
    console.log(
      `${passed ? '✓' : '✗'} ${name}: ${kilobytes(size)} of ${kilobytes(sizeLimit)} JavaScript (Brotli)`,
    );
    return { name, ok: passed };
  });
}
