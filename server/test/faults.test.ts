import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killServer } from './faults/endings.ts';
import { openMarket, type Market } from './faults/market.ts';
import { freezePostgres, freezeRedis, restartPostgres, terminateConnections } from './faults/outages.ts';
import { runFault } from './faults/run-fault.ts';

// These tests stop and freeze servers, so they start their own.
describe.runIf(process.env['TEST_DATABASE_URL'])(
  'under load, no acknowledged write is lost or duplicated by',
  { meta: { skippedBecause: 'needs PostgreSQL and Redis' } },
  () => {
    let market: Market;
    const memory = { liked: new Set<string>(), written: new Map<string, number>() };
    beforeAll(async () => {
      market = await openMarket(8, false);
    });
    afterAll(() => market.close());

    test.each(
      [
        terminateConnections(3),
        restartPostgres(1),
        freezePostgres(3_000),
        freezeRedis(1_500),
        killServer,
      ].map((fault) => [fault.name, fault] as const),
    )('%s', async (_, fault) => {
      const { problems, lost, doubled } = await runFault(market, fault, memory);
      // Times are not checked here, because they depend on other work of the machine; `npm run faults` checks them.
      const others = problems.filter((problem) => !/not back within|took/.test(problem));
      expect({ problems: others, lost, doubled }).toEqual({ problems: [], lost: 0, doubled: 0 });
    });
  },
);
