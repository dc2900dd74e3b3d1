import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { killServer, stopServer } from './endings.ts';
import { openMarket } from './market.ts';
import { freezePostgres, freezeRedis, haltRedis, restartPostgres, terminateConnections } from './outages.ts';
import { runFault, type Report } from './run-fault.ts';
import { drippingUploads, fullDisk, photoAttack } from './uploads.ts';

const faults = [
  terminateConnections(20),
  restartPostgres(5),
  freezePostgres(12_000),
  freezeRedis(5_000),
  haltRedis(5_000),
  fullDisk,
  drippingUploads,
  photoAttack,
  killServer,
  stopServer,
];

const { positionals } = parseArgs({ allowPositionals: true });
const chosen = faults.filter(({ name }) => positionals.every((word) => name.includes(word)));

const market = await openMarket(24, true);
const memory = { liked: new Set<string>(), written: new Map<string, number>() };
const reports: Report[] = [];
try {
  for (const fault of chosen) {
    process.stdout.write(`${fault.name} …\n`);
    reports.push(await runFault(market, fault, memory));
  }
} finally {
  await market.close();
}

process.stdout.write(`\n${reports.map(describe).join('\n')}\n`);
const failed = reports.filter(({ problems }) => problems.length > 0);
process.stdout.write(
  failed.length > 0 ? `${failed.length} of ${reports.length} faults failed.\n` : 'All is well.\n',
);
const isDurable = positionals.length > 0 || runLongTests();
process.exit(failed.length > 0 || reports.length === 0 || !isDurable ? 1 : 0);

/**
 * Runs the tests that are too long for `npm test`, which runs them only on PostgreSQL, or shorter. One runs at a time,
 * because they limit how long a server may take.
 */
function runLongTests(): boolean {
  const runner = fileURLToPath(new URL('../../../scripts/test.mjs', import.meta.url));
  const env = {
    ...process.env,
    TEST_CHAT_MESSAGES: '20000',
    TEST_DEAL_RUNS: '1000',
    TEST_MODERATION_RUNS: '500',
    TEST_TRADING_PAIRS: '200',
    TEST_BACKUP_SECONDS: '20',
  };
  const files = [
    'chat-durability',
    'rates-command',
    'test/deals-durability',
    'test/deals-model',
    'test/moderation-model',
    'test/backup',
  ];
  const results = ['postgres', 'server'].flatMap((project) =>
    files.map((file) => {
      const args = [runner, '--only', project, file];
      return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0;
    }),
  );
  return results.every(Boolean);
}

function describe({
  name,
  outcomes,
  recovery,
  acknowledged,
  lost,
  doubled,
  notes,
  problems,
}: Report): string {
  const responses = [...outcomes].map(([outcome, count]) => `${outcome}: ${count}`).toSorted();
  const figures = [
    `responses ${responses.join(', ')}`,
    `back in ${recovery.toFixed(1)} s`,
    `acknowledged ${acknowledged}, lost ${lost}, doubled ${doubled}`,
  ];
  const lines = [...figures, ...notes, ...problems.map((problem) => `✗ ${problem}`)];
  return [`${problems.length > 0 ? '✗' : '✓'} ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
