import type { Locale } from '#i18n/locale.ts';
import type { SectionTexts } from '#i18n/catalogue.ts';

type Texts = SectionTexts<'chat'>;

// Digits stay Latin in Hindi too, as everywhere in Upaj.
const tags: Record<Locale, string> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' };
const hour = 60 * 60 * 1000;

/** In the list: under 1 h 'now', under 24 h 'Nh', under 48 h 'yesterday', else a short date. */
export function formatListTime(iso: string, now: number, locale: Locale, texts: Texts): string {
  const age = now - Date.parse(iso);
  if (age < hour) return texts.now;
  if (age < 24 * hour) return texts.hours(Math.floor(age / hour));
  if (age < 48 * hour) return texts.yesterdayShort;
  return formatShortDate(iso, now, locale);
}

/** The calendar day of a time where the reader is, as a key. */
export function dayOf(iso: string | number): string {
  const date = new Date(iso);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-');
}

export function formatDay(iso: string, now: number, locale: Locale, texts: Texts): string {
  const day = dayOf(iso);
  if (day === dayOf(now)) return texts.today;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day === dayOf(yesterday.getTime())) return texts.yesterday;
  return formatShortDate(iso, now, locale);
}

const clocks = new Map<Locale, Intl.DateTimeFormat>();

/** `2:05 pm`. */
export function formatClock(iso: string, locale: Locale): string {
  // Made once: a room shows hundreds of them.
  const clock =
    clocks.get(locale) ?? new Intl.DateTimeFormat(tags[locale], { hour: 'numeric', minute: '2-digit' });
  clocks.set(locale, clock);
  return clock.format(new Date(iso));
}

/** `12 Nov`, with the year where it is another one. */
function formatShortDate(iso: string, now: number, locale: Locale): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(tags[locale], {
    day: 'numeric',
    month: 'short',
    year: isThisYear ? undefined : 'numeric',
  }).format(date);
}
