// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { formatAgo, formatCount, formatDate, formatDay, formatMoney } from './format.ts';

const now = Date.parse('2026-11-21T06:30:00Z');
const before = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

describe('formatMoney', () => {
  it.each([
    [31.5, '₹31.50'],
    [16, '₹16'],
    [123456.5, '₹1,23,456.50'],
    [10_000_000, '₹1,00,00,000'],
    [0, '₹0'],
    [0.1 + 0.2, '₹0.30'],
    [19.999, '₹20'],
  ])('writes %d as %s', (amount, text) => expect(formatMoney(amount)).toBe(text));
});

describe('formatCount', () => {
  it('groups the Indian way and leaves texts unchanged', () => {
    expect(formatCount(1284)).toBe('1,284');
    expect(formatCount(1_234_567)).toBe('12,34,567');
    expect(formatCount('10,000+')).toBe('10,000+');
  });
});

describe('formatDate', () => {
  it('is long, in the reader’s language, with Latin digits', () => {
    expect(formatDate('2026-11-21T06:30:00Z', 'en')).toBe('21 November 2026');
    expect(formatDate('2026-11-21T06:30:00Z', 'hi')).toBe('21 नवंबर 2026');
  });

  it('shows a date without a time as the same day in every time zone', () => {
    expect(formatDate('2026-11-02', 'en')).toBe('2 November 2026');
  });
});

describe('formatAgo', () => {
  it.each([
    [0, 'just now'],
    [0.9, 'just now'],
    [1, '1h ago'],
    [23.9, '23h ago'],
    [24, '1d ago'],
    [24 * 6.9, '6d ago'],
    [24 * 7, '14 November 2026'],
  ])('%d hours are %s', (hours, text) => expect(formatAgo(before(hours), 'en', now)).toBe(text));

  it('shows no negative time when a phone’s clock is behind', () => {
    expect(formatAgo(before(-2), 'en', now)).toBe('just now');
  });

  afterEach(() => setLocale('en'));

  it('is in Hindi in Hindi', async () => {
    await setLocale('hi');
    expect(formatAgo(before(3), 'hi', now)).toBe('3 घंटे पहले');
    expect(formatAgo(before(24 * 8), 'hi', now)).toBe('13 नवंबर 2026');
  });
});

it('makes each formatter once, because that takes a slow phone tens of milliseconds', () => {
  const make = vi.spyOn(Intl, 'DateTimeFormat');
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) formatDay(day, 'hi');
  expect(make).toHaveBeenCalledTimes(1);
  make.mockRestore();
});
