import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Location } from '@upaj/contract/mandi/market-page';
import { districtsOf } from '@upaj/contract/places';
import { rateLimits } from '#src/platform/http/rate-limit.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { startOpenMeteo, type FakeOpenMeteo, type Fault } from '#test/open-meteo.ts';
import { openSources } from '#test/sources.ts';
import { fetchForecast } from './open-meteo.ts';
import { weatherService, type WeatherDeps } from './service.ts';
import { weatherStore } from './store.ts';

const delhi: Location = { state: 'Delhi', district: 'New Delhi' };
const key = 'secret-key-of-ours';

let database: TestDatabase;
let provider: FakeOpenMeteo;
let sources: ReturnType<typeof openSources>;
let now: Date;
let logs: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  provider = await startOpenMeteo('2026-11-20');
  sources = openSources(database);
});
afterAll(async () => {
  await provider.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.deleteFrom('weather_reports').execute();
  await database.db.deleteFrom('source_runs').execute();
  Object.assign(provider, { requests: [], fault: undefined });
  now = new Date('2026-11-20T06:30:00Z');
  logs = [];
});

function open(options: Partial<WeatherDeps> = {}) {
  return weatherService({
    store: weatherStore(database),
    sources,
    log: { warn: ((...said: unknown[]) => logs.push(JSON.stringify(said))) as FastifyBaseLogger['warn'] },
    fetchForecast: (centre) => fetchForecast({ url: provider.url, key }, centre),
    now: () => now,
    budgets: [],
    ...options,
  });
}
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

test('a district has its weather, a forecast of five days and advisories', async () => {
  const weather = await open().find(delhi);
  expect(weather).toMatchObject({
    location: 'New Delhi, Delhi',
    current: { temperature: 24.5, humidity: 48, windSpeed: 6.1, condition: 'Overcast', icon: 'cloudy' },
    fetchedAt: '2026-11-20T06:30:00.000Z',
  });
  expect(weather?.forecast.map(({ day, condition, rain }) => [day, condition, rain])).toEqual([
    ['2026-11-20', 'Clear', 0],
    ['2026-11-21', 'Partly cloudy', 5],
    ['2026-11-22', 'Rain', 70],
    ['2026-11-23', 'Thunderstorm', 85],
    ['2026-11-24', 'Overcast', 10],
  ]);
  expect(weather?.alerts.map(({ type, day, value }) => [type, day, value])).toEqual([
    ['heavy-rain', '2026-11-23', 71.2],
    ['strong-wind', '2026-11-23', 44.6],
    ['spraying', '2026-11-20', null],
  ]);
  const [query] = provider.requests;
  expect(Number(query?.get('latitude'))).toBeCloseTo(28.6, 0);
  expect(query?.get('timezone')).toBe('Asia/Kolkata');
  expect(query?.get('apikey')).toBe(key);
});

test('a state has the weather of its capital', async () => {
  expect((await open().find({ state: 'Bihar' }))?.location).toBe('Patna, Bihar');
});

test('a report is used for an hour; then the old one is shown while a new one is fetched', async () => {
  const [one, other] = [open(), open()];
  await Promise.all([one.find(delhi), one.find(delhi)]);
  later(59);
  await other.find(delhi);
  expect(provider.requests).toHaveLength(1);
  later(2);
  expect((await one.find(delhi))?.fetchedAt).toBe('2026-11-20T06:30:00.000Z');
  await expect
    .poll(async () => (await one.find(delhi))?.fetchedAt)
    .toBe(new Date('2026-11-20T07:31:00Z').toISOString());
  expect(provider.requests).toHaveLength(2);
});

const faults: [Fault, string][] = [
  [
    'limit',
    'Open-Meteo refused the request (429): Minutely API request limit exceeded. Please try again in one minute.',
  ],
  ['unavailable', 'Open-Meteo refused the request (503)'],
  ['html', 'Open-Meteo sent an unexpected response'],
  ['empty', 'Open-Meteo sent an unexpected response'],
  ['half', 'Open-Meteo cannot be reached'],
  ['endless', 'The response from Open-Meteo is too large'],
];
test.each(faults)(
  '%s: returns null, records the reason with the source, and does not retry at once',
  async (fault, message) => {
    provider.fault = fault;
    const weather = open();
    expect(await weather.find(delhi)).toBeNull();
    expect(await weather.find(delhi)).toBeNull();
    expect(provider.requests).toHaveLength(1);
    expect((await sources.find()).get('weather')).toMatchObject({ lastSuccessAt: null, lastError: message });
    expect(logs).toHaveLength(1);
    expect(logs.join('')).not.toContain(key);
  },
);

test('sample weather is shown, and marked, until the provider delivers', async () => {
  const findSample = vi.fn(() => ({
    current: { temperature: 30, humidity: null, windSpeed: null, code: 0 },
    days: [{ day: '2026-11-20', code: 65, high: 41, low: 20, rain: 90, rainMm: 90, windSpeed: 60 }],
  }));
  provider.fault = 'unavailable';
  const weather = await open({ findSample }).find(delhi);
  expect(findSample).toHaveBeenCalledWith('Delhi', 'New Delhi', '2026-11-20');
  expect(weather).toMatchObject({ isSample: true, current: { temperature: 30 }, alerts: [] });
  provider.fault = undefined;
  expect(await open({ findSample }).find(delhi)).toMatchObject({
    isSample: false,
    current: { temperature: 24.5 },
  });
  provider.fault = 'unavailable';
  later(4 * 60);
  expect(await open({ findSample }).find(delhi)).toMatchObject({ isSample: false });
});

test('a rate-limiting provider gets no requests for any place', async () => {
  provider.fault = 'limit';
  const weather = open();
  await weather.find(delhi);
  await weather.find({ state: 'Bihar' });
  expect(provider.requests).toHaveLength(1);
});

test('while the provider is down, the last weather is shown with its age, without past days', async () => {
  await open().find(delhi);
  provider.fault = 'unavailable';
  later(26 * 60);
  const weather = await open().find(delhi);
  expect(weather?.fetchedAt).toBe('2026-11-20T06:30:00.000Z');
  expect(weather?.forecast.map(({ day }) => day)).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
  ]);
  later(3 * 24 * 60);
  expect(await open().find(delhi)).toBeNull();
});

test('waits for new weather after some hours, and falls back to the old', async () => {
  await open().find(delhi);
  later(4 * 60);
  expect((await open().find(delhi))?.fetchedAt).toBe('2026-11-20T10:30:00.000Z');
  provider.fault = 'slow';
  later(4 * 60);
  expect((await open({ longestWait: 50 }).find(delhi))?.fetchedAt).toBe('2026-11-20T10:30:00.000Z');
});

test('requests for every district do not exceed the provider’s quota', async () => {
  const limit = rateLimits(undefined);
  const weather = open({ budgets: [limit({ name: 'weather-of-test', points: 5, minutes: 60 })] });
  const district = (name: string): Location => ({ state: 'Punjab', district: name });
  const found = await Promise.all(districtsOf('Punjab').map((name) => weather.find(district(name))));
  expect(provider.requests).toHaveLength(5);
  expect(found.filter((one) => one !== null)).toHaveLength(5);
  expect(logs.length).toBeGreaterThanOrEqual(1);
  expect(logs.length).toBeLessThanOrEqual(4);
  expect((await sources.find()).get('weather')).toMatchObject({ lastError: null });
  const known = districtsOf('Punjab')[found.findIndex((one) => one !== null)] ?? '';
  expect((await weather.find(district(known)))?.fetchedAt).toBe(now.toISOString());
});

test('requests a few places at a time, and all in the end', async () => {
  let atOnce = 0;
  let most = 0;
  const weather = open({
    async fetchForecast(centre) {
      atOnce += 1;
      most = Math.max(most, atOnce);
      try {
        return await fetchForecast({ url: provider.url, key }, centre);
      } finally {
        atOnce -= 1;
      }
    },
  });
  const names = districtsOf('Punjab');
  const found = await Promise.all(names.map((district) => weather.find({ state: 'Punjab', district })));
  expect(found.every((one) => one !== null)).toBe(true);
  expect(most).toBe(4);
});

test('requests wait for a slow provider for a limited time', async () => {
  provider.fault = 'slow';
  expect(await open({ longestWait: 50 }).find(delhi)).toBeNull();
});

test('missing values are null and cause no advisories', async () => {
  provider.fault = 'nulls';
  const weather = await open().find(delhi);
  expect(weather?.forecast[0]).toMatchObject({ high: null, low: null, rain: null });
  expect(weather?.alerts).toEqual([]);
});
