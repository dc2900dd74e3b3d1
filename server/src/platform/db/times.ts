import { sql, type RawBuilder } from 'kysely';

/** Writes the time as ISO 8601 in UTC with milliseconds, like `Date.toJSON`. */
export function isoTime(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Returns the time now, or just after `earlier` if the clock has been set back. */
export function timeAfter(earlier: Date | string, now = new Date()): Date {
  return new Date(Math.max(now.getTime(), new Date(earlier).getTime() + 1));
}

export const todayInIndia = sql<string>`(now() at time zone 'Asia/Kolkata')::date`;

export function dayInIndiaIn(hours: number): RawBuilder<string> {
  return sql<string>`((now() + make_interval(hours => ${hours})) at time zone 'Asia/Kolkata')::date`;
}

/** Cursors have microseconds since 1970, which a float8 holds exactly. */
export function microsOf(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::float8`;
}

export function timeOf(micros: number): RawBuilder<Date> {
  return sql<Date>`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`;
}

export function daysAgo(days: number): RawBuilder<Date> {
  return sql<Date>`(now() - make_interval(days => ${days}))`;
}

export function dateBefore(days: number): RawBuilder<string> {
  return sql<string>`(current_date - ${days}::int)`;
}
