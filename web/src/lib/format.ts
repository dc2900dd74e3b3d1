import { dayInIndia, readDay, todayInIndia } from '@upaj/contract/days';
import { latinDigits } from '@upaj/contract/latin-digits';
import type { Page } from '@upaj/contract/envelope';
import { limits } from '@upaj/contract/limits';
import { getT, intlTag, useLocale, type Locale } from '#i18n/locale.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const wholeRupees = rupees(0);
const rupeesAndPaise = rupees(2);
const counts = new Intl.NumberFormat('en-IN');

function rupees(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** `₹1,23,456.50`; without paise where there are none. */
export function formatMoney(amount: number): string {
  const rounded = Math.round(amount * 100) / 100;
  return (Number.isInteger(rounded) ? wholeRupees : rupeesAndPaise).format(rounded);
}

/** `12,34,567`; a text such as '10,000+' stays as it is. */
export function formatCount(count: number | string): string {
  return typeof count === 'number' ? counts.format(count) : count;
}

/** A number to choose the plural form by. */
export function countOf(total: Page['total']): number {
  return typeof total === 'number' ? total : limits.page.countedTo;
}

/** `21 November 2026`. Takes an ISO time, or a bare YYYY-MM-DD, which is a day and not a moment. */
export function formatDate(iso: string, locale: Locale): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
  return new Intl.DateTimeFormat(intlTag(locale), isDay ? { ...options, timeZone: 'UTC' } : options).format(
    new Date(iso),
  );
}

/** `20 Nov`: the day of a price, which is never long ago. Takes YYYY-MM-DD. */
export function formatDay(date: string, locale: Locale): string {
  return new Intl.DateTimeFormat(intlTag(locale), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(date),
  );
}

/** 'just now', '5h ago', '3d ago', and from a week on the long date. */
export function formatAgo(iso: string, locale: Locale, now: number = Date.now()): string {
  const age = Math.max(0, now - Date.parse(iso));
  const t = getT('common');
  if (age < hour) return t('justNow');
  if (age < day) return t('hoursAgo', { hours: Math.floor(age / hour) });
  if (age < 7 * day) return t('daysAgo', { days: Math.floor(age / day) });
  return formatDate(iso, locale);
}

/** The formats that depend on the reader's language. */
export function useFormat() {
  const locale = useLocale();
  return {
    date: (iso: string) => formatDate(iso, locale),
    /** `November 2026`. */
    month: (iso: string) =>
      new Intl.DateTimeFormat(intlTag(locale), { month: 'long', year: 'numeric' }).format(new Date(iso)),
    ago: (iso: string) => formatAgo(iso, locale),
  };
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `640 byte`, `12.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat('en-IN', {
    style: 'unit',
    unit: units[power],
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1000 ** power);
}

/** '₹ १,२५०.५०' → '1250.50': amounts and pincodes as people and Hindi keyboards write them. */
export function plainNumber(text: string): string {
  return latinDigits(text).replace(/[₹,\s]/g, '');
}

// Days are YYYY-MM-DD and no moments: they are the same wherever the reader is.

/** 'Sat', 'शनि'; 'Nov 26'; and how long ago a day is in India. */
export function useFormatDay() {
  const tag = intlTag(useLocale());
  const format = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(day));
  return {
    weekday: (day: string, length: 'short' | 'long' = 'short') => format(day, { weekday: length }),
    /** For a chart of a year. */
    month: (day: string) => format(day, { month: 'short', year: '2-digit' }),
    isToday: (day: string) => day === todayInIndia(),
    /** Whole days that have gone by in India since then. */
    daysSince: (day: string) => Math.max(0, dayInIndia() - readDay(day)),
  };
}
