import { afterEach, beforeEach, expect, test } from 'vitest';
import { mandiRecord, ownKey, startDataGovIn, type FakeDataGovIn } from '#test/data-gov-in.ts';
import { databaseForTests } from '#test/hooks.ts';
import { openRates } from '#test/rates.ts';

const database = databaseForTests();
let fake: FakeDataGovIn;
let changes: (readonly string[])[];
beforeEach(async () => {
  fake = await startDataGovIn();
  changes = [];
  await database.db.deleteFrom('rate_series').execute();
  await database.db.deleteFrom('source_runs').execute();
});
afterEach(() => fake.close());

const stateNames = ['Andhra Pradesh', 'Madhya Pradesh', 'Kerala'];
const down = { kind: 'gateway', status: 504 } as const;

async function failureOf(signal = new AbortController().signal): Promise<Error | undefined> {
  const { rates } = openRates(database, {
    url: fake.url,
    key: ownKey,
    manner: { backoff: 1, timeLimit: 10_000, firstOf: () => 0, stateNames },
    now: () => new Date('2026-08-29T18:00:00+05:30'),
    applyRates: (commodities) => void changes.push(commodities),
  });
  return rates.fetchDay(signal).then(
    () => undefined,
    (error: Error) => error,
  );
}

const run = async () => (await database.db.selectFrom('source_runs').selectAll().execute())[0];
const ranAt = async () => {
  const { last_success_at: success, last_failure_at: failure } = (await run()) ?? {};
  return { success: success?.getTime() ?? NaN, failure: failure?.getTime() ?? NaN };
};

test('a state that fails does not affect the others', async () => {
  const keralas = Array.from({ length: 1_200 }, (_, index) =>
    mandiRecord({ state: 'Kerala', district: 'D', market: `Mandi ${index}` }),
  );
  fake.records = [mandiRecord(), ...keralas, mandiRecord({ state: 'Madhya Pradesh' })];
  fake.fault = (state, nth) =>
    state === 'Madhya Pradesh' || (state === 'Kerala' && nth > 1) ? down : undefined;
  const failure = await failureOf();
  expect(failure?.message).toBe(
    'Rates are missing or incomplete for Madhya Pradesh (request refused (504)), Kerala (request refused (504))',
  );
  expect(await database.db.selectFrom('rate_series').select('id').execute()).toHaveLength(1_001);
  expect(changes).toHaveLength(1);
  expect(await run()).toMatchObject({ last_error: failure?.message });
  expect((await run())?.last_success_at).not.toBeNull();
});

test('the provider counts as failing only when most states failed', async () => {
  fake.fault = (state) => (state === 'Kerala' ? down : undefined);
  expect((await failureOf())?.message).toContain('Kerala');
  const mostCame = await ranAt();
  expect(mostCame.success).toBeGreaterThanOrEqual(mostCame.failure);
  fake.fault = (state) => (state === 'Andhra Pradesh' ? undefined : down);
  expect((await failureOf())?.message).toContain('Kerala');
  const mostMissing = await ranAt();
  expect(mostMissing.failure).toBeGreaterThanOrEqual(mostMissing.success);
  expect(mostMissing.success).toBeGreaterThan(mostCame.success);
  fake.fault = () => down;
  await failureOf();
  const noneCame = await ranAt();
  expect(noneCame.success).toBe(mostMissing.success);
  expect(noneCame.failure).toBeGreaterThan(mostMissing.failure);
});

test('an aborted run stops, and stores nothing of the current request', async () => {
  fake.fault = () => ({ kind: 'slow' });
  const stopping = new AbortController();
  const failure = failureOf(stopping.signal);
  await expect.poll(() => fake.requests.length).toBe(1);
  stopping.abort(new Error('stopping'));
  expect((await failure)?.message).toBe('stopping');
  expect(fake.requests).toHaveLength(1);
  expect(await run()).toBeUndefined();
});

test('a run that times out is recorded with the source', async () => {
  fake.fault = () => ({ kind: 'slow' });
  await failureOf(AbortSignal.timeout(200));
  expect((await run())?.last_error).toBe('Timed out');
});

test('a refusal by the database is no failure of the provider', async () => {
  fake.records = [mandiRecord()];
  const { db } = database;
  await db.schema.alterTable('rate_series').renameTo('away').execute();
  try {
    expect((await failureOf())?.message).toContain('rate_series');
  } finally {
    await db.schema.alterTable('away').renameTo('rate_series').execute();
  }
  expect(await run()).toBeUndefined();
});
