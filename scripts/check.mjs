// `npm run check`: the static checks, one line each.
import { runChecks } from './lib/checks.mjs';

const results = await runChecks();
process.exitCode = results.every((result) => result.ok) ? 0 : 1;
