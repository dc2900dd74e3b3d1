import { endpoints } from '@upaj/contract/endpoints';
import { expect, test } from 'vitest';
import { saveJobRun } from '#src/platform/jobs/store.ts';
import { startTestApp } from '#test/app.ts';
import { appForTests } from '#test/hooks.ts';
import { providerError } from '#test/sources.ts';

const app = appForTests();

test('the document is OpenAPI 3.1 and contains every call of the contract', async () => {
  const document = (await (await fetch(`${app.url}/docs/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const named = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(named.toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test('the document shows how many files a call accepts and the shape of errors', async () => {
  const { paths } = (await (await fetch(`${app.url}/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const failure = { required: expect.arrayContaining(['code', 'errors', 'requestId']) };
  expect(paths['/api/v1/post/create-post']?.['post']).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: { properties: { images: { maxItems: 10, items: { type: 'string', format: 'binary' } } } },
        },
      },
    },
    responses: { '2XX': {}, default: { content: { 'application/json': { schema: failure } } } },
  });
});

test('serves a page for readers', async () => {
  const page = await fetch(`${app.url}/docs/`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
});

test('/healthz reports the process, /readyz its dependencies', async () => {
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${app.url}/readyz`);
  expect(await ready.json()).toEqual({
    status: 'ok',
    release: expect.stringMatching(/^\d+\.\d+\.\d+(\+[0-9a-f]+)?$/),
    schema: expect.stringMatching(/^\d{4}-/),
    database: 'ok',
    media: 'ok',
    disk: 'ok',
    warnings: [],
    sources: {},
    jobs: {},
    events: { waiting: 0, failed: 0 },
  });
  const broken = await startTestApp();
  await broken.database.close();
  const failing = await fetch(`${broken.url}/readyz`);
  expect(failing.status).toBe(503);
  expect(await failing.json()).toMatchObject({ status: 'failing', database: 'failing', media: 'ok' });
  await broken.close();
});

test('a data source that fails is reported, and the process is still ready', async () => {
  const { sources } = app.services;
  await sources.run('rates', async () => 'delivered');
  await expect(sources.run('rates', () => Promise.reject(providerError('status 503')))).rejects.toThrow(
    'status 503',
  );
  await sources.run('news', async () => 'delivered');
  const own = new Error('password authentication failed for user "upaj"');
  await expect(sources.run('weather', () => Promise.reject(own))).rejects.toBe(own);
  const ready = await fetch(`${app.url}/readyz`);
  expect(ready.status).toBe(200);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(await ready.json()).toMatchObject({
    status: 'ok',
    sources: {
      rates: { lastSuccess: time, lastFailure: time, error: 'status 503' },
      news: { lastSuccess: time, lastFailure: null, error: null },
      weather: { lastSuccess: null, lastFailure: time, error: 'Internal error. See the log for details.' },
    },
  });
});

test('reports the last success and failure of each job, without the reason', async () => {
  await saveJobRun(app.database.db, 'fetch-rates', true);
  await saveJobRun(app.database.db, 'fetch-rates', false);
  const ready = await fetch(`${app.url}/readyz`);
  expect(ready.status).toBe(200);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(await ready.json()).toMatchObject({
    jobs: { 'fetch-rates': { lastSuccess: time, lastFailure: time } },
  });
});

test.each([
  '/healthz',
  '/docs/',
  '/docs/static/swagger-ui.css',
  '/s/x',
  '/nowhere',
  '/%c0%80',
  '/socket.io/',
  '/socket.io/?EIO=4&transport=polling',
])('the response of %s has the security headers', async (path) => {
  const { headers } = await fetch(app.url + path);
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src|https?:|swagger/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('cache-control')).toBeTruthy();
  if (path === '/healthz') expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});
