import { parseArgs } from 'node:util';
import { run } from './run.ts';
import { startTarget } from './target.ts';

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
const requests = Number(positionals[0] ?? 10_000);
const seed = Number(values.seed ?? Math.trunc(Math.random() * 1_000_000));
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('npm run fuzz -- <number of requests> [--seed <number>]\n');
  process.exit(2);
}

const say = (text: string) => void process.stdout.write(`${text}\n`);
// `openTestDatabase` creates a database on the server at this URL. Without a URL it creates an embedded one.
process.env['TEST_DATABASE_URL'] ??= process.env['DATABASE_URL'] ?? '';
const target = await startTarget();
say(`${requests} requests with seed ${seed}`);
let saidAt = Date.now();
const report = await run(target, {
  requests,
  seed,
  members: Math.min(24, 4 + Math.ceil(requests / 2_000)),
  onProgress(sent) {
    if (Date.now() - saidAt < 10_000) return;
    saidAt = Date.now();
    say(`  … ${sent}`);
  },
}).finally(() => target.close());
say(report.write());
for (const { what, curl } of report.faults.slice(0, 50)) say(`\nFAULT ${what}${curl ? `\n  ${curl}` : ''}`);
if (report.unreached.length > 0) say(`\nNever reached with success: ${report.unreached.join(', ')}`);
if (report.faults.length > 0 || report.unreached.length > 0) {
  say(`\n${report.faults.length} faults. Again: npm run fuzz -- ${requests} --seed ${seed}`);
  process.exitCode = 1;
}
