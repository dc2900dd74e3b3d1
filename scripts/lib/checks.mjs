import { inRoot, pinnedNode, root } from './paths.mjs';
import { checkSources } from './source-rules.mjs';
import { StepError, run, seconds } from './steps.mjs';
import { checkTexts } from './texts-check.mjs';

// Some tools only check whether FORCE_COLOR is set, not its value.
const { FORCE_COLOR: _color, ...plainEnv } = process.env;
const env = process.stdout.isTTY ? { ...plainEnv, FORCE_COLOR: '1' } : { ...plainEnv, NO_COLOR: '1' };

/** @param {string} script below node_modules @param {readonly string[]} args */
const tool = (script, args) => () =>
  run(pinnedNode, [inRoot('node_modules', script), ...args], { cwd: root, env });

const APPS = ['contract', 'server', 'web', 'e2e', 'bench'];
const rules = ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...APPS];

/** @type {{ name: string; run: () => Promise<unknown> }[]} */
const checks = [
  { name: 'format (oxfmt)', run: tool('oxfmt/bin/oxfmt', ['--check', '.']) },
  { name: 'lint (oxlint)', run: tool('oxlint/bin/oxlint', ['--report-unused-disable-directives']) },
  { name: 'types (tsc)', run: tool('typescript-7/bin/tsc', ['-b', '--singleThreaded']) },
  {
    name: 'import rules (dependency-cruiser)',
    run: tool('dependency-cruiser/bin/dependency-cruiser.mjs', rules),
  },
  { name: 'unused code (knip)', run: tool('knip/bin/knip.js', ['--no-progress', '--no-config-hints']) },
  { name: 'texts', run: async () => checkTexts(root) },
  { name: 'source rules', run: () => checkSources(root) },
];

/**
 * Runs all static checks in parallel and prints one line each, with the output of failed ones.
 * @returns {Promise<{ name: string; ok: boolean }[]>}
 */
export async function runChecks() {
  const started = Date.now();
  const outcomes = checks.map(async (check) => {
    try {
      await check.run();
      return { ok: true, output: '', ms: Date.now() - started };
    } catch (error) {
      const output = error instanceof StepError ? error.output || error.message : String(error);
      return { ok: false, output, ms: Date.now() - started };
    }
  });
  const results = [];
  for (const [index, check] of checks.entries()) {
    const outcome = await outcomes[index];
    const { ok = false, output = '', ms = 0 } = outcome ?? {};
    console.log(`${ok ? '✓' : '✗'} ${check.name} ${seconds(ms)}`);
    if (!ok) console.log(output.trimEnd().replace(/^/gm, '    '));
    results.push({ name: check.name, ok });
  }
  return results;
}
