import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  mandiRecord,
  ownKey,
  sampleKey,
  startDataGovIn,
  type FakeDataGovIn,
  type Fault,
} from '#test/data-gov-in.ts';
import { databaseForTests } from '#test/hooks.ts';
import { storedRates, openRates } from '#test/rates.ts';

const database = databaseForTests();
let fake: FakeDataGovIn;
let changes: (readonly string[])[];
let logs: string[];
beforeEach(async () => {
  fake = await startDataGovIn();
  changes = [];
  await database.db.deleteFrom('rate_series').execute();
  await database.db.deleteFrom('source_runs').execute();
});
afterEach(() => fake.close());

const now = () => new Date('2026-08-29T18:00:00+05:30');
const quick = { backoff: 1, timeLimit: 10_000, firstOf: () => 0 };
const some = ['Andhra Pradesh', 'Madhya Pradesh', 'Kerala', 'Keralam'];

interface Asking {
  key?: string | undefined;
  stateNames?: readonly string[] | 'all';
  timeLimit?: number;
  firstOf?: (count: number) => number;
}

function fetchDay({ key = ownKey, stateNames = some, ...manner }: Asking = {}) {
  const opened = openRates(database, {
    url: fake.url,
    key,
    manner: { ...quick, ...(stateNames !== 'all' && { stateNames }), ...manner },
    now,
    applyRates: (commodities) => void changes.push(commodities),
  });
  ({ logs } = opened);
  return opened.rates.fetchDay(new AbortController().signal);
}

const failureOf = (asking?: Asking) =>
  fetchDay(asking).then(
    () => undefined,
    (error: Error) => error,
  );

const run = async () => (await database.db.selectFrom('source_runs').selectAll().execute())[0];
const rowsOf = (state: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    mandiRecord({ state, district: 'D', market: `Mandi ${index}` }),
  );
const failing = (fault: Fault, times = Infinity) => {
  fake.fault = (_, nth) => (nth <= times ? fault : undefined);
};

test('waits as long as the previous request took', async () => {
  fake.thinks = 120;
  await fetchDay();
  const times = fake.requests.map(({ at }) => at);
  expect(times).toHaveLength(some.length);
  for (const [index, at] of times.slice(1).entries())
    expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(220);
});

test('requests every spelling of a state, with the exact filter', async () => {
  fake.records = [mandiRecord({ state: 'Keralam', district: 'Kozhikode(Calicut)' }), mandiRecord()];
  await fetchDay({ stateNames: 'all' });
  const requested = fake.requests.map(({ state }) => state);
  for (const state of ['Punjab', 'Kerala', 'Keralam', 'Odisha', 'Orissa', 'Chattisgarh', 'NCT of Delhi'])
    expect(requested).toContain(state);
  expect(new Set(requested).size).toBe(requested.length);
  const stored = await storedRates(database);
  expect(stored.map(({ state, district }) => [state, district]).toSorted()).toEqual([
    ['Andhra Pradesh', 'Prakasam'],
    ['Kerala', 'Kozhikode'],
  ]);
});

test('reads all pages, with counts as numbers or text', async () => {
  fake.records = rowsOf('Kerala', 2_300);
  expect((await fetchDay({ stateNames: ['Kerala'] })).rates).toBe(2_300);
  expect(fake.requests.map(({ offset }) => offset)).toEqual([0, 1_000, 2_000]);
  fake.writesTexts = true;
  fake.records.push(mandiRecord({ state: 'Kerala' }));
  expect((await fetchDay({ stateNames: ['Kerala'] })).rates).toBe(1);
  expect(changes).toHaveLength(2);
});

test('a state with missing rows counts as failed', async () => {
  fake.records = rowsOf('Kerala', 2_300);
  fake.fault = (_, nth) => (nth > 1 ? { kind: 'empty', total: 2_300 } : undefined);
  const failure = await failureOf({ stateNames: ['Kerala'] });
  expect(failure?.message).toBe(
    'Rates are missing or incomplete for Kerala (returned only 1000 of 2300 rows)',
  );
  expect(fake.requests).toHaveLength(5);
  expect(await database.db.selectFrom('rate_series').select('id').execute()).toHaveLength(1_000);
});

test('each run begins with another state', async () => {
  await fetchDay({ firstOf: (count) => count - 2 });
  expect(fake.requests.map(({ state }) => state)).toEqual([
    'Kerala',
    'Keralam',
    'Andhra Pradesh',
    'Madhya Pradesh',
  ]);
  const begun = new Set<string | undefined>();
  for (let round = 0; round < 40; round += 1) {
    fake.requests.length = 0;
    await fetchDay({ firstOf: undefined });
    begun.add(fake.requests[0]?.state);
    expect(new Set(fake.requests.map(({ state }) => state))).toEqual(new Set(some));
  }
  expect(begun.size).toBeGreaterThan(1);
});

test('continues by the received rows when the key is limited to ten', async () => {
  fake.records = rowsOf('Kerala', 35);
  expect((await fetchDay({ key: sampleKey, stateNames: ['Kerala'] })).rates).toBe(35);
  expect(fake.requests.map(({ offset }) => offset)).toEqual([0, 10, 20, 30]);
});

test('does not request rows beyond the window, and reports them as missing', async () => {
  fake.records = rowsOf('Kerala', 10_400);
  const failure = await failureOf({ stateNames: ['Kerala'] });
  expect(failure?.message).toBe(
    'Rates are missing or incomplete for Kerala (returns only 10000 of 10400 rows)',
  );
  expect(fake.requests.map(({ offset }) => offset)).toEqual(
    Array.from({ length: 10 }, (_, page) => page * 1_000),
  );
  expect(await database.db.selectFrom('rate_series').select('id').execute()).toHaveLength(10_000);
});

test('skips rows of other states', async () => {
  fake.isFuzzy = true;
  fake.records = [mandiRecord(), mandiRecord({ state: 'Madhya Pradesh', district: 'Indore' })];
  await fetchDay({ stateNames: ['Andhra Pradesh'] });
  expect((await storedRates(database)).map(({ state }) => state)).toEqual(['Andhra Pradesh']);
});

test('a day without arrivals is no failure', async () => {
  expect(await fetchDay()).toEqual({ rates: 0, commodities: [] });
  expect(await run()).toMatchObject({ source: 'rates', last_failure_at: null });
  expect((await run())?.last_success_at).not.toBeNull();
  expect(changes).toEqual([]);
});

test('dirty rows are repaired or skipped, and the reasons logged', async () => {
  fake.records = [
    mandiRecord({ min_price: '2,700', max_price: 'NA' }),
    mandiRecord({ market: 'A', modal_price: 'NA' }),
    mandiRecord({ market: 'B', modal_price: '0' }),
    mandiRecord({ market: 'C', arrival_date: '30/08/2026' }),
    { ...mandiRecord({ market: 'D' }), modal_price: 2_800, grade: null, variety: undefined },
    { state: 'Andhra Pradesh' },
    null,
    'row',
  ];
  expect((await fetchDay()).rates).toBe(2);
  const [corrected, spare] = await storedRates(database);
  expect(corrected).toMatchObject({ market: 'D', variety: 'Other', grade: 'Other' });
  expect([Number(spare?.min_price), Number(spare?.max_price)]).toEqual([2700, 2800]);
  expect(logs.join()).toContain('2026-08-30 is in the future');
});

describe('retries', () => {
  test.each<[string, Fault]>([
    ['429', { kind: 'limit' }],
    ['502', { kind: 'gateway', status: 502 }],
    ['503', { kind: 'gateway', status: 503 }],
    ['504', { kind: 'gateway', status: 504 }],
    ['a page of HTML', { kind: 'html' }],
    ['half an answer', { kind: 'half' }],
    ['a broken line', { kind: 'hang-up' }],
    ['an answer of another shape', { kind: 'strange' }],
    ['a page of nothing before the end', { kind: 'empty', total: 12 }],
    ['an error in an answer that is well', { kind: 'error-body', error: 'Internal error' }],
  ])('after %s', async (_, fault) => {
    fake.records = [mandiRecord()];
    failing(fault, 3);
    expect((await fetchDay({ stateNames: ['Andhra Pradesh'] })).rates).toBe(1);
    expect(fake.requests).toHaveLength(4);
  });

  test('after a timeout', async () => {
    fake.records = [mandiRecord()];
    failing({ kind: 'slow' }, 1);
    expect((await fetchDay({ stateNames: ['Andhra Pradesh'], timeLimit: 300 })).rates).toBe(1);
  });

  test('not before the time that it names', async () => {
    fake.records = [mandiRecord()];
    failing({ kind: 'limit', retryAfter: '1' }, 1);
    await fetchDay({ stateNames: ['Andhra Pradesh'] });
    const [first, second] = fake.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test('but not when the provider requests a long pause', async () => {
    failing({ kind: 'limit', retryAfter: new Date(Date.now() + 3_600_000).toUTCString() });
    const failure = await failureOf();
    expect(fake.requests).toHaveLength(1);
    expect(failure?.message).toContain('Andhra Pradesh (request refused (429): Rate limit exceeded)');
    expect(failure?.message).toContain('Kerala (skipped after repeated failures)');
  });
});

test('stops after a few failed states', async () => {
  failing({ kind: 'gateway', status: 503 });
  const failure = await failureOf({ stateNames: 'all' });
  expect(fake.requests).toHaveLength(4 * 4);
  expect(failure?.message).toMatch(/^Rates are missing or incomplete for Andaman .* and \d\d others$/);
});

test('an endless response is aborted', async () => {
  failing({ kind: 'endless' });
  expect((await failureOf({ stateNames: ['Kerala'] }))?.message).toContain('the response is too large');
});

describe('a rejected key', () => {
  const strange = 'strange-key-0123456789';
  test.each([
    ['is wrong', { key: strange }, undefined, /refused \(403\): Key not authorised/],
    ['is refused in an answer that is well', {}, 'Key not authorised', /refused \(200\): Key not authorised/],
    ['is quoted', {}, `The key ${ownKey} is not authorised`, /The key … is not authorised/],
  ])('%s ends the run at once', async (_, asking, error, message) => {
    if (error) failing({ kind: 'error-body', error });
    const failure = await failureOf(asking);
    expect(failure?.message).toMatch(message);
    expect(failure?.message).toContain('DATA_GOV_IN_KEY');
    expect(fake.requests.length).toBeLessThanOrEqual(1);
    expect((await run())?.last_error).toBe(failure?.message);
  });

  test('sends no request without a key', async () => {
    const { rates } = openRates(database, { url: fake.url });
    await expect(rates.fetchDay(new AbortController().signal)).rejects.toThrow('DATA_GOV_IN_KEY is not set');
    expect(fake.requests).toEqual([]);
  });
});

test('the key is in no error, log entry or row', async () => {
  const faults: Fault[] = [
    { kind: 'gateway', status: 502 },
    { kind: 'html' },
    { kind: 'hang-up' },
    { kind: 'slow' },
    { kind: 'endless' },
    { kind: 'error-body', error: `Key ${ownKey} not authorised` },
    { kind: 'error-body', error: `Failed for ${fake.url}/?api-key=${ownKey}` },
  ];
  const seen: string[] = [];
  const look = async (error: unknown) =>
    seen.push(
      String((error as Error).stack),
      String((error as Error).cause),
      ...logs,
      JSON.stringify(await run()),
    );
  for (const fault of faults) {
    failing(fault);
    await look(await failureOf({ stateNames: ['Kerala'], timeLimit: 200 }));
  }
  await fake.close();
  await look(await failureOf({ stateNames: ['Kerala'] }));
  expect(seen.join('\n')).toContain('cannot be reached (ECONNREFUSED)');
  expect(seen.join('\n')).not.toContain(ownKey);
});
