import { dayInIndia, startOfDayInIndia, readDay, writeDay } from '@upaj/contract/days';
import { latinDigits } from '@upaj/contract/latin-digits';

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const yearFirst = /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?!\d)/;
const dayFirst = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})(?!\d)/;
const weekday = String.raw`^(?:[a-z]{3,9},?\s+)?`;
const end = String.raw`(?<year>\d{4}|\d{2})(?![\d:])`;
const namedMonth = new RegExp(
  String.raw`${weekday}(?<day>\d{1,2})(?:st|nd|rd|th)?[-\s]+(?<name>[a-z]{3,9})[.,]?[-\s]+${end}`,
  'i',
);
const monthFirst = new RegExp(
  String.raw`${weekday}(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+${end}`,
  'i',
);
const forms = [yearFirst, dayFirst, namedMonth, monthFirst];
const zone = String.raw`(?<zone>IST|Z|UTC?|GMT|[ECMP][SD]T|(?:GMT|UTC)?[+-]\d{2}:?\d{2})?`;
const clock = new RegExp(
  String.raw`^[T,\s]+(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2}(?:\.\d+)?))?\s*(?<half>[ap]m\b)?\s*${zone}(?:\s*\(.*\))?$`,
  'i',
);

interface Reading {
  /** YYYY-MM-DD */
  day: string;
  /** The text after the day. */
  rest: string;
}

/** Reads a day first, as India writes it: 05/11/2026 is 5 November. */
function readStart(text: string): Reading | undefined {
  for (const form of forms) {
    const match = form.exec(text);
    if (!match) continue;
    const { year = '', month, name, day } = match.groups ?? {};
    const number = name ? months.findIndex((one) => one.startsWith(name.toLowerCase())) + 1 : Number(month);
    const written = writeExisting(Number(year) + (year.length === 2 ? 2000 : 0), number, Number(day));
    return written ? { day: written, rest: text.slice(match[0].length) } : undefined;
  }
  return undefined;
}

function writeExisting(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined;
}

function timeOf({ day, rest }: Reading): Date | undefined {
  const start = startOfDayInIndia(readDay(day));
  if (rest === '') return new Date(start);
  const { hours, minutes, seconds = '0', half, zone = 'IST' } = clock.exec(rest)?.groups ?? {};
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  if (!(hour < 24 && minute < 60 && second < 61) || (half && (hour < 1 || hour > 12))) return undefined;
  const hourOfDay = half ? (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hour;
  const ms = Math.round((hourOfDay * 3600 + minute * 60 + second) * 1000);
  // `Date.parse` cannot read the time zone IST.
  return new Date(zone.toUpperCase() === 'IST' ? start + ms : Date.parse(`${day} 00:00 ${zone}`) + ms);
}

/** Reads a time from outside. It is India's when it names no time zone. */
export function readIndianTime(text: string): Date | undefined {
  const start = readStart(latinDigits(text).trim());
  return start && timeOf(start);
}

/** Reads a day in India, YYYY-MM-DD, from a date or a time from outside. */
export function readIndianDay(text: string): string | undefined {
  const start = readStart(latinDigits(text).trim());
  if (!start?.rest) return start?.day;
  const time = timeOf(start);
  return time && writeDay(dayInIndia(time.getTime()));
}
