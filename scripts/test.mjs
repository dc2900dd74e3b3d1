// `npm test` runs all tests and checks. `npm test -- --only postgres likes` runs the files of one project whose path
// contains "likes".
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { fastFolder } from './lib/paths.mjs';
import { Summary } from './lib/summary.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true } },
});

process.env.TMPDIR = fastFolder();
const vitest = await startVitest('test', positionals, {
  run: true,
  // The project "server" repeats the files of "postgres" and "embedded", for one file at a time.
  project: values.only ?? ['!server'],
  reporters: ['default', new Summary()],
});
await vitest.close();
process.exit();
