import { afterAll, expect, test } from 'vitest';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promoteStandby, stopRedis, stopS3 } from './faults/acts.ts';
import { openCluster } from './faults/cluster.ts';
import { isInstalled } from './faults/proxies.ts';
import { findChangedMigrations, findPreviousRelease } from './faults/release.ts';
import { runAct } from './faults/run-act.ts';

const trusted = getCACertificates();
afterAll(() => setDefaultCACertificates(trusted));

const needs = { meta: { skippedBecause: 'needs HAProxy, openssl, PostgreSQL and Redis' } };
test.runIf(process.env['TEST_DATABASE_URL'] && isInstalled('HAProxy'))(
  'a cluster behind HAProxy loses no write and no session when its parts stop',
  { ...needs, timeout: 600_000 },
  async () => {
    const cluster = await openCluster({
      people: 4,
      processes: 2,
      proxy: 'HAProxy',
      standby: 'synchronous',
    });
    try {
      const memory = { liked: new Set<string>(), written: new Map<string, number>() };
      for (const act of [stopRedis, promoteStandby(false), stopS3])
        expect(await runAct(cluster, act, memory, 2_000)).toMatchObject({
          problems: [],
          lost: 0,
          doubled: 0,
          sessionsLost: 0,
        });
    } finally {
      await cluster.close();
    }
  },
);

const previous = findPreviousRelease();
const history = { meta: { skippedBecause: 'the previous release is not in the history of this checkout' } };
test.runIf(previous)('no migration of the previous release was changed', history, () => {
  expect(findChangedMigrations(previous ?? '')).toEqual([]);
});
