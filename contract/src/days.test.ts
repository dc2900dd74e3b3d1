import { expect, test } from 'vitest';
import { dayInIndia, readDay, todayInIndia, writeDay } from './days.ts';

test.each([
  ['2026-08-29T18:29:59.999Z', '2026-08-29'],
  ['2026-08-29T18:30:00Z', '2026-08-30'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
])('at %s it is %s in India', (time, day) => {
  expect(todayInIndia(Date.parse(time))).toBe(day);
});

test('dates are counted and formatted in India’s time zone', () => {
  expect(readDay('1970-01-02')).toBe(1);
  expect(writeDay(readDay('2028-02-29'))).toBe('2028-02-29');
  expect(todayInIndia()).toBe(writeDay(dayInIndia()));
});
