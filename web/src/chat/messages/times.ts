import { getT, type Locale } from '#i18n/locale.ts';
import { dateFormat } from '#lib/format.ts';

const hour = 60 * 60 * 1000;

/** Returns 'now' under 1 h, 'Nh' under 24 h, 'yesterday' under 48 h, and else a short date. */
export function formatListTime(iso: string, now: number, locale: Locale): string {
  const age = now - Date.parse(iso);
  const t = getT('chat');
  if (age < hour) return t('now');
  if (age < 24 * hour) return t('hours', { count: Math.floor(age / hour) });
  if (age < 48 * hour) return t('yesterdayShort');
  return formatShortDate(iso, now, locale);
}

export function dayOf(iso: string | number): string {
  const date = new Date(iso);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-');
}

export function formatDay(iso: string, now: number, locale: Locale): string {
  const day = dayOf(iso);
  const t = getT('chat');
  if (day === dayOf(now)) return t('today');
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day === dayOf(yesterday.getTime())) return t('yesterday');
  return formatShortDate(iso, now, locale);
}

export function formatClock(iso: string, locale: Locale): string {
  return dateFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(iso));
}

function formatShortDate(iso: string, now: number, locale: Locale): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: isThisYear ? undefined : 'numeric',
  }).format(date);
}
