// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { formatClock, formatDay, formatListTime } from './times.ts';

const now = new Date(2026, 10, 21, 14, 0).getTime();
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

beforeEach(async () => {
  await setLocale('en');
});

describe('the time in the list', () => {
  it.each([
    [0, 'now'],
    [0.99, 'now'],
    [1, '1h'],
    [23.9, '23h'],
    [24, 'yesterday'],
    [47.9, 'yesterday'],
    [48, '19 Nov'],
    [-5, 'now'],
  ])('%d hours ago is %s', (hours, text) => {
    expect(formatListTime(ago(hours), now, 'en')).toBe(text);
  });

  it('shows another year, and is in Hindi in Hindi', async () => {
    expect(formatListTime(new Date(2025, 2, 3).toISOString(), now, 'en')).toMatch(/3 Mar,? 2025/);
    await setLocale('hi');
    expect(formatListTime(ago(3), now, 'hi')).toBe('3 घंटे');
    expect(formatListTime(ago(72), now, 'hi')).toMatch(/^18 /);
  });
});

it.each([
  [new Date(2026, 10, 21, 0, 1), 'Today'],
  [new Date(2026, 10, 20, 23, 59), 'Yesterday'],
  [new Date(2026, 10, 19, 23, 59), '19 Nov'],
])('the heading of %s is %s', (date, text) => {
  expect(formatDay(date.toISOString(), now, 'en')).toBe(text);
});

it('shows the time of day', () => {
  expect(formatClock(new Date(2026, 10, 21, 14, 5).toISOString(), 'en')).toMatch(/^0?2:05.pm$/i);
});
