import fastify from 'fastify';
import { expect, test } from 'vitest';
import { addRoute, type RouteOptions } from './add-route.ts';
import { healthRoutes, type Probe } from './health.ts';
import { ownWrites } from './own-writes.ts';

const works: Probe = () => Promise.resolve();
const fails: Probe = () => Promise.reject(new Error('It does not work'));
const hangs: Probe = () => new Promise(() => {});

async function readHealth(database: Probe, disk: Probe, missing: string[] = []) {
  const app = fastify();
  const routes = healthRoutes({
    release: '0.1.0+25f0202',
    findSchema: () => Promise.resolve({ newest: '0014-pinned-crops', missing }),
    needed: { database },
    useful: { disk },
    reports: {},
  });
  const options = { ownWrites: ownWrites('http://localhost', false) } as RouteOptions;
  for (const route of routes) addRoute(app, route, options);
  const began = performance.now();
  const { statusCode, body } = await app.inject('/readyz');
  expect(performance.now() - began).toBeLessThan(10_000);
  const state = JSON.parse(body) as { status: string };
  expect(state).toMatchObject({ release: '0.1.0+25f0202', schema: '0014-pinned-crops' });
  return { statusCode, ...state };
}

test.each([
  ['everything works', works, works, 200, 'ok'],
  ['something useful fails', works, fails, 200, 'degraded'],
  ['something useful hangs', works, hangs, 200, 'degraded'],
  ['something needed fails', fails, works, 503, 'failing'],
  ['everything hangs', hangs, hangs, 503, 'failing'],
])('when %s, /readyz says so within 2 s', async (_, database, disk, statusCode, status) => {
  expect(await readHealth(database, disk)).toMatchObject({ statusCode, status });
});

test('when the database lacks a migration, /readyz says which', async () => {
  expect(await readHealth(works, works, ['0015-later'])).toMatchObject({
    statusCode: 503,
    status: 'failing',
    reason: 'The database lacks the migration 0015-later: run `npm run migrate` of this version.',
  });
});
