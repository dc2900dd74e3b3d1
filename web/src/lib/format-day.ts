import { useLocale } from '#i18n/locale.ts';

// Days are YYYY-MM-DD and no moments: they are the same wherever the reader is.
const tags = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' };

/** 'Sat', 'शनि'; 'Nov 26'; and how long ago a day is in India. */
export function useFormatDay() {
  const tag = tags[useLocale()];
  const format = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(day));
  return {
    weekday: (day: string, length: 'short' | 'long' = 'short') => format(day, { weekday: length }),
    /** For a chart of a year. */
    month: (day: string) => format(day, { month: 'short', year: '2-digit' }),
    isToday: (day: string) => day === today(),
    /** Whole days that have gone by in India since then. */
    daysSince: (day: string) => Math.max(0, Math.round((Date.parse(today()) - Date.parse(day)) / 86_400_000)),
  };
}

function today(): string {
  // Sweden writes dates as ISO does.
  return new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Kolkata' }).format(new Date());
}
