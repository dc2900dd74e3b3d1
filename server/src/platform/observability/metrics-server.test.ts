import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, postFields, toForm, type Person } from '#test/factories.ts';
import { openTestMetrics } from '#test/metrics.ts';
import { connectSocket, openSocket } from '#test/socket.ts';

const metrics = await openTestMetrics();
let app: TestApp;
let farmer: Person;
beforeAll(async () => {
  app = await startTestApp({ env: { metricsPort: metrics.port, release: '0.1.0+25f0202' } });
  farmer = await addPerson(app.url);
});
afterAll(() => app.close());

test('the public port has no metrics, and the port of the metrics nothing else', async () => {
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  for (const path of ['/', '/healthz', '/metrics/x'])
    expect((await fetch(new URL(path, metrics.url))).status).toBe(404);
  const response = await fetch(metrics.url);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await metrics.find('upaj_release{release="0.1.0+25f0202"}')).toBe(1);
});

test('requests are counted by the pattern of their route, and those without a route together', async () => {
  const count = (labels: string) => metrics.find(`upaj_http_request_seconds_count{${labels}}`);
  const { username } = farmer.account;
  await farmer.client.call('GET /api/v1/users/user/:username', { params: { username } });
  await expect.poll(() => count('method="GET",route="/api/v1/users/user/:username",status="2xx"')).toBe(1);
  for (const method of ['GET', 'PROPFIND', 'MKCOL'])
    for (const path of ['1', '2', '3']) await fetch(`${app.url}/no-route-${path}`, { method });
  await expect.poll(() => count('method="any",route="none",status="4xx"')).toBeGreaterThanOrEqual(9);
  const text = await metrics.read();
  expect(text).not.toContain('no-route-');
  expect(text).not.toContain('PROPFIND');
  expect(text).not.toContain(username);
});

test('metrics of sockets, photos, pages, jobs and backlogs are read when they are asked for', async () => {
  const socket = await connectSocket(openSocket(app.url, farmer.client));
  expect(await metrics.find('upaj_sockets')).toBe(1);
  expect(await metrics.find('upaj_socket_users')).toBe(1);
  socket.disconnect();
  await expect.poll(() => metrics.find('upaj_sockets')).toBe(0);

  await addPost(farmer);
  const images = [new Blob(['no photo'], { type: 'image/jpeg' })];
  await farmer.client.send('POST /api/v1/post/create-post', { form: toForm(postFields(), { images }) });
  expect(await metrics.find('upaj_photos_stored_total')).toBe(1);
  expect(await metrics.find('upaj_photo_decode_seconds_count{result="decoded"}')).toBe(1);
  expect(await metrics.find('upaj_photo_decode_seconds_count{result="refused"}')).toBe(1);
  expect(await metrics.find('upaj_photos_decoding')).toBe(0);

  for (let time = 0; time < 3; time += 1) await farmer.client.call('GET /api/v1/post/feed');
  expect(await metrics.find('upaj_page_cache_requests_total{result="hit"}')).toBe(2);
  expect(await metrics.find('upaj_page_cache_requests_total{result="miss"}')).toBe(1);
  expect(await metrics.find('upaj_page_cache_pages')).toBe(1);

  await app.database.db
    .insertInto('job_runs')
    .values({ job: 'minutely', last_success_at: new Date(1_700_000_000_000) })
    .execute();
  expect(await metrics.find('upaj_job_last_success_timestamp_seconds{job_name="minutely"}')).toBe(1.7e9);
  expect(await metrics.find('upaj_events{state="failed"}')).toBe(0);
  expect(await metrics.find('upaj_deliveries_due')).toBe(0);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'pools and the circuit breaker are shown',
  { meta: { skippedBecause: 'the embedded database has no pool' } },
  async () => {
    expect(await metrics.find('upaj_database_breaker_open')).toBe(0);
    expect(await metrics.find('upaj_database_waiting{pool="request"}')).toBe(0);
    expect(await metrics.find('upaj_database_connections_limit{pool="request"}')).toBeGreaterThan(0);
    expect(await metrics.find('upaj_database_connections{pool="background"}')).toBeGreaterThan(0);
  },
);

test('a metric that cannot be read is missing, and the others are there', async () => {
  await app.database.db.schema.alterTable('job_runs').renameTo('job_runs_away').execute();
  const text = await metrics.read();
  expect(text).not.toContain('upaj_job_last_success_timestamp_seconds{');
  expect(text).toMatch(/^upaj_events\{state="waiting"\} \d/m);
  const missing = 'upaj_metrics_missing_total{metric="upaj_job_last_success_timestamp_seconds"}';
  expect(await metrics.find(missing)).toBeGreaterThanOrEqual(1);
  await app.database.db.schema.alterTable('job_runs_away').renameTo('job_runs').execute();
  await expect
    .poll(() => metrics.find('upaj_job_last_success_timestamp_seconds{job_name="minutely"}'))
    .toBe(1.7e9);
});
