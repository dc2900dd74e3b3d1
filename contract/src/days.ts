const dayInMs = 24 * 60 * 60_000;
/** India is UTC+5:30 and has no daylight saving time. */
const indiaAhead = 5.5 * 60 * 60_000;

export function dayInIndia(time: number = Date.now()): number {
  return Math.floor((time + indiaAhead) / dayInMs);
}

/** Returns milliseconds since 1970. */
export function startOfDayInIndia(day: number): number {
  return day * dayInMs - indiaAhead;
}

export function writeDay(day: number): string {
  return new Date(day * dayInMs).toISOString().slice(0, 10);
}

export function readDay(date: string): number {
  return Date.parse(date) / dayInMs;
}

/** Returns whether the date is today in India or within the next `days` days. */
export function isWithinDays(date: string, days: number): boolean {
  const ahead = readDay(date) - dayInIndia();
  return ahead >= 0 && ahead <= days;
}

export function todayInIndia(time?: number): string {
  return writeDay(dayInIndia(time));
}
