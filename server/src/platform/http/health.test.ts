import fastify from 'fastify';
import { expect, test } from 'vitest';
import { addRoute, type RouteOptions } from './add-route.ts';
import { healthRoutes, type Probe } from './health.ts';

const works: Probe = () => Promise.resolve();
const fails: Probe = () => Promise.reject(new Error('It does not work'));
const hangs: Probe = () => new Promise(() => {});

async function readHealth(database: Probe, disk: Probe) {
  const app = fastify();
  const routes = healthRoutes({
    needed: { database },
    useful: { disk },
    reports: {},
  });
  for (const route of routes) addRoute(app, route, {} as RouteOptions);
  const began = performance.now();
  const { statusCode, body } = await app.inject('/readyz');
  expect(performance.now() - began).toBeLessThan(2_000);
  return [statusCode, (JSON.parse(body) as { status: string }).status];
}

test.each([
  ['everything works', works, works, 200, 'ok'],
  ['something useful fails', works, fails, 200, 'degraded'],
  ['something useful hangs', works, hangs, 200, 'degraded'],
  ['something needed fails', fails, works, 503, 'failing'],
  ['everything hangs', hangs, hangs, 503, 'failing'],
])('when %s, /readyz says so within 2 s', async (_, database, disk, statusCode, status) => {
  expect(await readHealth(database, disk)).toEqual([statusCode, status]);
});
