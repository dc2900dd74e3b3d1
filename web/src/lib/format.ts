import { dayInIndia, readDay, todayInIndia } from '@upaj/contract/days';
import { latinDigits } from '@upaj/contract/latin-digits';
import type { Page } from '@upaj/contract/envelope';
import { limits } from '@upaj/contract/limits';
import { dateNamesIn, getT, intlTag, useLocale, type Locale } from '#i18n/locale.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const counts = new Intl.NumberFormat('en-IN');

// The format is remembered, because making one takes a slow phone tens of milliseconds.
const rupees = remember((decimals: 0 | 2) => {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
});
const long = { day: 'numeric', month: 'long', year: 'numeric' } as const;
interface DateOptions extends Intl.DateTimeFormatOptions {
  month?: 'long' | 'short';
  weekday?: 'long' | 'short';
}
const dateFormats = remember((of: string) => {
  const [locale, options] = JSON.parse(of) as [Locale, DateOptions];
  const tag = intlTag(locale);
  const names = dateNamesIn(locale);
  const own = new Intl.DateTimeFormat(tag, options);
  // Chrome does not know Odia, and in Punjabi it has no names of months: 'M01 1, Thu'.
  const isNamed = ({ type, value }: Intl.DateTimeFormatPart) =>
    (type !== 'month' && type !== 'weekday') || !/[a-z]/i.test(value);
  const isSupported = Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  if (!names || (isSupported && own.formatToParts(0).every(isNamed))) return own;
  const english = new Intl.DateTimeFormat('en-IN', options);
  const nameOf = ({ type, value }: Intl.DateTimeFormatPart) =>
    type === 'month' || type === 'weekday' ? names[options[type] ?? 'long'][value.slice(0, 3)] : undefined;
  const format = (date: Date | number) =>
    english
      .formatToParts(date)
      .map((part) => nameOf(part) ?? part.value)
      .join('');
  return { format };
});

export function dateFormat(
  locale: Locale,
  options: DateOptions,
): { format: (date: Date | number) => string } {
  return dateFormats(JSON.stringify([locale, options]));
}

function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** Returns `₹1,23,456.50`, and leaves zero paise out. */
export function formatMoney(amount: number): string {
  const rounded = Math.round(amount * 100) / 100;
  return rupees(Number.isInteger(rounded) ? 0 : 2).format(rounded);
}

/** Returns `12,34,567`, and leaves '10,000+' as it is. */
export function formatCount(count: number | string): string {
  return typeof count === 'number' ? counts.format(count) : count;
}

/** Returns a number to choose the plural form by. */
export function countOf(total: Page['total']): number {
  return typeof total === 'number' ? total : limits.page.countedTo;
}

/** Returns `21 November 2026`, from an ISO time or a YYYY-MM-DD day. */
export function formatDate(iso: string, locale: Locale): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return dateFormat(locale, isDay ? { ...long, timeZone: 'UTC' } : long).format(new Date(iso));
}

/** Returns `20 Nov`, from YYYY-MM-DD. */
export function formatDay(date: string, locale: Locale): string {
  return dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));
}

/** Returns 'just now', '5h ago' or '3d ago', and after a week the long date. */
export function formatAgo(iso: string, locale: Locale, now: number = Date.now()): string {
  const age = Math.max(0, now - Date.parse(iso));
  const t = getT('common');
  if (age < hour) return t('justNow');
  if (age < day) return t('hoursAgo', { hours: Math.floor(age / hour) });
  if (age < 7 * day) return t('daysAgo', { days: Math.floor(age / day) });
  return formatDate(iso, locale);
}

/** Returns '10:42 am', with the day unless it is today. */
export function formatTime(at: number, locale: Locale, now: number = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return dateFormat(locale, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}

export function useFormat() {
  const locale = useLocale();
  return {
    date: (iso: string) => formatDate(iso, locale),
    month: (iso: string) => dateFormat(locale, { month: 'long', year: 'numeric' }).format(new Date(iso)),
    ago: (iso: string) => formatAgo(iso, locale),
    time: (at: number) => formatTime(at, locale),
  };
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat('en-IN', {
    style: 'unit',
    unit: units[power],
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1000 ** power);
}

/** Turns '₹ १,२५०.५०' into '1250.50': Indian keyboards type amounts and pincodes so. */
export function plainNumber(text: string): string {
  return latinDigits(text).replace(/[₹,\s]/g, '');
}

/** Formats days, which are YYYY-MM-DD and do not depend on the time zone. */
export function useFormatDay() {
  const locale = useLocale();
  const format = (day: string, options: DateOptions) =>
    dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day));
  return {
    weekday: (day: string, length: 'short' | 'long' = 'short') => format(day, { weekday: length }),
    month: (day: string) => format(day, { month: 'short', year: '2-digit' }),
    isToday: (day: string) => day === todayInIndia(),
    daysSince: (day: string) => Math.max(0, dayInIndia() - readDay(day)),
  };
}
