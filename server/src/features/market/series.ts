import type { Rate, Trend } from '@upaj/contract/rates';

/** What a mandi reported last of one commodity, variety and grade. Days are counted since 1970. */
export interface Series {
  id: number;
  state: string;
  district: string;
  market: string;
  commodity: string;
  variety: string;
  grade: string;
  crop: string | null;
  isSample: boolean;
  day: number;
  minPrice: number;
  maxPrice: number;
  modalPrice: number;
  change: number;
  previousDay: number | null;
}

const dayInMs = 24 * 60 * 60_000;
/** India is five and a half hours ahead of UTC, summer and winter. */
const indiaAhead = 5.5 * 60 * 60_000;

export function todayInIndia(): number {
  return Math.floor((Date.now() + indiaAhead) / dayInMs);
}

export function writeDay(day: number): string {
  return new Date(day * dayInMs).toISOString().slice(0, 10);
}

/** As PostgreSQL writes it in lists. */
export function toRate({ id, day, previousDay, ...series }: Series): Rate {
  return {
    _id: String(id),
    ...series,
    unit: 'quintal',
    trend: trendOf(series.change),
    arrivalDate: writeDay(day),
    previousDate: previousDay === null ? null : writeDay(previousDay),
  };
}

function trendOf(change: number): Trend {
  return change > 0 ? 'up' : change < 0 ? 'down' : 'stable';
}
