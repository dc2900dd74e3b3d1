import { districtsOf } from '@upaj/contract/places';
import { describe, expect, test } from 'vitest';
import { TestClient } from '#test/client.ts';
import { appForTests } from '#test/hooks.ts';
import { readCsv } from '#src/platform/read-csv.ts';

const key = 'GET /api/v1/pincodes/:pincode';
const app = appForTests();
const call = (pincode: string) => new TestClient(app.url).send(key, { params: { pincode } });

test('the table has each district once, and each pincode once', () => {
  const rows = readCsv<'state' | 'district' | 'pincodes'>(new URL('pincodes.csv', import.meta.url));
  expect(rows.filter(({ state, district }) => !districtsOf(state).includes(district))).toEqual([]);
  expect(new Set(rows.map(({ state, district }) => `${district}, ${state}`)).size).toBe(rows.length);
  expect(rows.length).toBe(744);
  const pincodes = rows.flatMap((row) =>
    row.pincodes.split(' ').flatMap((range) => {
      expect(range).toMatch(/^[1-9]\d{5}(?:-[1-9]\d{5})?$/);
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );
  expect(pincodes.length).toBe(19_484);
  expect(new Set(pincodes).size).toBe(pincodes.length);
});

test.each([
  ['411001', 'Maharashtra', 'Pune'],
  ['110001', 'Delhi', 'New Delhi'],
  ['141401', 'Punjab', 'Ludhiana'],
  ['799001', 'Tripura', 'West Tripura'],
  ['744301', 'Andaman and Nicobar Islands', 'Nicobar'],
])('%s is in %s, %s', async (pincode, state, district) => {
  const { status, body, headers } = await call(pincode);
  expect([status, body]).toMatchObject([200, { data: { pincode, state, district } }]);
  expect(headers.get('cache-control')).toBe('public, max-age=604800');
});

test('typed digits of India and spaces are understood', async () => {
  expect((await call('४११ ००१')).body).toMatchObject({ data: { pincode: '411001', district: 'Pune' } });
});

test.each(['999999', '100000'])('%s is unknown', async (pincode) => {
  const { status, body, headers } = await call(pincode);
  expect([status, body]).toMatchObject([
    404,
    {
      code: 'PINCODE_NOT_FOUND',
      message: 'We don’t know this pincode. Please choose the state and district.',
    },
  ]);
  expect(headers.get('cache-control')).toBe('private, no-store');
});

test.each(['41100', '4110011', '011001', 'pune', ' ', '411001.0', '4e5'])(
  '%j is no pincode',
  async (pincode) => {
    expect([(await call(pincode)).status, (await call(pincode)).body]).toMatchObject([
      422,
      { code: 'INVALID_INPUT', errors: [{ field: 'pincode', key: 'pincodeInvalid' }] },
    ]);
  },
);

describe('the nearest district', () => {
  const find = (latitude: unknown, longitude: unknown) =>
    new TestClient(app.url).send('GET /api/v1/places/nearest', {
      query: { latitude, longitude } as Record<string, string>,
    });

  test.each([
    [18.52, 73.86, 'Maharashtra', 'Pune'],
    [30.9, 75.85, 'Punjab', 'Ludhiana'],
    [8.09, 77.54, 'Tamil Nadu', 'Kanniyakumari'],
  ])('to %d, %d is in %s: %s', async (latitude, longitude, state, district) => {
    expect((await find(latitude, longitude)).body).toMatchObject({ data: { state, district } });
  });

  test.each([
    [51.5, -0.12],
    [0, 0],
  ])('to %d, %d is none', async (latitude, longitude) => {
    const { status, body } = await find(latitude, longitude);
    expect([status, body]).toMatchObject([404, { code: 'PLACE_NOT_FOUND' }]);
  });

  test.each([
    ['latitude', 91, 0],
    ['longitude', 0, 181],
    ['latitude', 'north', 0],
  ])('needs a %s: %s, %s', async (field, latitude, longitude) => {
    const { status, body } = await find(latitude, longitude);
    expect([status, body]).toMatchObject([422, { errors: [{ field }] }]);
  });
});
