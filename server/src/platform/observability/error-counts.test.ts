import { expect, test } from 'vitest';
import { errorCounts } from './error-counts.ts';

test('counts failures by code, for 24 hours', () => {
  let now = Date.parse('2026-11-26T10:30:00Z');
  const counts = errorCounts(() => now);
  counts.add('NOT_FOUND');
  counts.add('UNEXPECTED');
  now += 60 * 60_000;
  counts.add('NOT_FOUND');
  expect(counts.findLastDay()).toEqual([
    { code: 'NOT_FOUND', status: 404, count: 2, lastAt: '2026-11-26T11:30:00.000Z' },
    { code: 'UNEXPECTED', status: 500, count: 1, lastAt: '2026-11-26T10:30:00.000Z' },
  ]);
  now += 22.5 * 60 * 60_000;
  expect(counts.findLastDay()).toMatchObject([{ code: 'NOT_FOUND', count: 1 }]);
  now += 60 * 60_000;
  expect(counts.findLastDay()).toEqual([]);
});
