import fastify from 'fastify';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readDay, todayInIndia } from '@upaj/contract/days';
import type { BackupResult } from '@upaj/contract/moderation/admin';
import { readEnv } from '#src/env.ts';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { openJobs, type Jobs } from '#src/platform/jobs/open-jobs.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { waiting, yearly } from '#test/jobs.ts';
import { insertPosts } from '#test/rows.ts';
import { addStaff } from '#test/second-factor.ts';
import { testSecretKey } from '#test/session-cookie.ts';
import { operationsStore } from './store.ts';

const read = 'GET /api/v1/operations';
const runJob = 'POST /api/v1/operations/jobs/:jobName/run';

const secrets = {
  SECRET_KEY: testSecretKey,
  DATABASE_URL: 'postgres://upaj:db-secret-1@database.example/upaj',
  DATABASE_DIRECT_URL: 'postgres://upaj:db-secret-2@database.example/upaj',
  DATABASE_READ_URL: 'postgres://upaj:db-secret-3@standby.example/upaj',
  REDIS_URL: 'rediss://upaj:redis-secret@redis.example',
  S3_URL: 'https://s3-name:s3-secret@s3.example/upaj',
  SMTP_URL: 'smtps://upaj:smtp-secret@mail.example',
  GOOGLE_CLIENT_ID: 'google-id',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  FACEBOOK_CLIENT_ID: 'facebook-id',
  FACEBOOK_CLIENT_SECRET: 'facebook-secret',
  DATA_GOV_IN_KEY: 'data-gov-in-secret',
  OPEN_METEO_KEY: 'open-meteo-secret',
  NEWS_FEEDS: 'https://news.example/feed?key=feed-secret',
  // The page shows these addresses without the passwords and keys in them.
  OPEN_METEO_URL: 'https://upaj:weather-secret@weather.example',
  MEDIA_URL: 'https://cdn.example/?token=media-secret',
};
const { settings } = readEnv({ ...secrets, PUBLIC_URL: 'https://upaj.example', LOG_LEVEL: 'warn' });

let app: TestApp;
let administrator: Person;
beforeAll(async () => {
  app = await startTestApp({ env: { settings, release: '0.1.0+25f0202' } });
  administrator = await addStaff(app, 'administrator');
});
afterAll(() => app.close());

const find = async () => (await administrator.client.call(read)).data;

test('administrators see what the market runs on', async () => {
  await addPost(await addPerson(app.url));
  const { status } = await new TestClient(app.url).fetch('/api/v1/unknown');
  expect(status).toBe(404);
  await app.services.lastSeen.write();
  const found = await find();
  expect(found).toMatchObject({
    release: '0.1.0+25f0202',
    migrations: { newest: expect.stringMatching(/^\d{4}-/), missing: [] },
    queues: { failedEvents: 0 },
    sockets: { open: 0, users: 0 },
    storage: { kind: 'disk', isReachable: true, freeBytes: expect.any(Number) },
    archive: null,
  });
  expect(found.jobs.map(({ name }) => name)).toEqual(app.jobs.map(({ name }) => name));
  expect(found.errors.find(({ code }) => code === 'NOT_FOUND')?.count).toBeGreaterThan(0);
  expect(found.days).toHaveLength(30);
  expect(found.days.at(-1)).toMatchObject({ day: todayInIndia(), posts: 1, offers: 0 });
  expect(found.days.at(-1)?.registrations).toBeGreaterThanOrEqual(2);
  expect(found.days.at(-1)?.active).toBe(2);
  expect(found.days[0]).toMatchObject({ registrations: 0, posts: 0, active: 0 });
});

test('administrators see the last backup and the last one that failed', async () => {
  expect((await find()).backups).toEqual({ lastSuccess: null, lastFailure: null });
  const folder = '/backups/2026-11-26T20-30-00.000Z';
  const sizes = { databaseBytes: 5_000_000_000, photoBytes: 0 };
  const none = { databaseBytes: null, photoBytes: null };
  const command = { headers: { authorization: `Bearer ${writeAdminKey([testSecretKey])}` } };
  const save = (body: BackupResult) =>
    new TestClient(app.url).call('POST /api/v1/admin/backup/result', { ...command, body });
  await save({ outcome: 'success', what: '/backups/2026-11-25T20-30-00.000Z', ...sizes });
  await save({ outcome: 'success', what: folder, ...sizes });
  await save({ outcome: 'failure', what: 'The disk of /backups is full.', ...none });
  const at = expect.any(String) as string;
  expect((await find()).backups).toEqual({
    lastSuccess: { at, folder, ...sizes },
    lastFailure: { at, reason: 'The disk of /backups is full.' },
  });
});

test('shows variables without any secret', async () => {
  const text = JSON.stringify((await administrator.client.fetch('/api/v1/operations')).body);
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/-secret|s3-name|google-id/);
  const found = await find();
  const valueOf = (name: string) => found.settings.find((one) => one.name === name);
  expect(valueOf('SECRET_KEY')).toEqual({ name: 'SECRET_KEY', isSet: true, value: null, isHidden: true });
  expect(valueOf('PUBLIC_URL')).toMatchObject({ isSet: true, value: 'https://upaj.example' });
  expect(valueOf('MIGRATE')).toMatchObject({ isSet: false, value: 'on' });
  expect(valueOf('METRICS_PORT')).toMatchObject({ isSet: false, value: null, isHidden: false });
});

test('counts of a day begin at midnight in India', async () => {
  const { account } = await addPerson(app.url);
  const { db } = app.database;
  const times = ['2026-01-10T18:29:59Z', '2026-01-10T18:30:00Z', '2026-01-11T18:29:59Z'];
  await insertPosts(db, account._id, times.length, (index) => ({
    id: v7({ msecs: Date.parse(times[index] ?? '') }),
  }));
  const { countDay } = operationsStore({ db });
  expect(await countDay(readDay('2026-01-10'))).toMatchObject({ day: '2026-01-10', posts: 1 });
  expect(await countDay(readDay('2026-01-11'))).toMatchObject({ day: '2026-01-11', posts: 2 });
});

test('an administrator runs a job, which the audit shows', async () => {
  const params = { jobName: 'sweep-media' };
  expect(await administrator.client.fail(runJob, { params })).toMatchObject({ code: 'UNAVAILABLE' });
  const run = vi.fn(async () => {});
  const { log } = fastify();
  const eager = { pollSeconds: 0.5, silenceSeconds: 1 };
  const job = { ...yearly, name: 'sweep-media', run, atStartAfterMinutes: 0 };
  const jobs: Jobs = await openJobs(app.database, [job], log, eager);
  try {
    app.services.operations.connectQueue(jobs.queue);
    const { data } = await administrator.client.call(runJob, { params });
    expect(data).toEqual({ isQueued: true });
    await expect.poll(() => run.mock.calls.length, waiting).toBe(1);
    const lastSuccess = async () => (await find()).jobs.find(({ name }) => name === job.name)?.lastSuccess;
    await expect.poll(lastSuccess, waiting).toEqual(expect.any(String));
    const { data: rows } = await administrator.client.call('GET /api/v1/moderation/audit', {
      query: { limit: 1 },
    });
    expect(rows).toMatchObject([
      { actor: administrator.account.username, action: 'run-job', target: 'job sweep-media' },
    ]);
  } finally {
    await jobs.stop();
  }
  const unknown = await administrator.client.fail(runJob, { params: { jobName: 'no-such-job' } });
  expect(unknown).toMatchObject({ statusCode: 404, code: 'JOB_NOT_FOUND' });
});
