import { errors, type ErrorCode } from '@upaj/contract/errors';

export interface ErrorCount {
  code: ErrorCode;
  status: number;
  count: number;
  lastAt: string;
}

export type ErrorCounts = ReturnType<typeof errorCounts>;

const hour = 60 * 60_000;
const countedHours = 24;

/** Counts the failures that this process sent, by hour and code, for a day. */
export function errorCounts(now: () => number = Date.now) {
  const hours = new Map<number, Map<ErrorCode, { count: number; lastAt: number }>>();

  function dropOld(): void {
    const oldest = Math.floor(now() / hour) - countedHours + 1;
    for (const one of hours.keys()) if (one < oldest) hours.delete(one);
  }

  return {
    add(code: ErrorCode): void {
      const time = now();
      const key = Math.floor(time / hour);
      let codes = hours.get(key);
      if (!codes) {
        dropOld();
        codes = new Map();
        hours.set(key, codes);
      }
      codes.set(code, { count: (codes.get(code)?.count ?? 0) + 1, lastAt: time });
    },

    /** Lists the most frequent codes first. */
    findLastDay(): ErrorCount[] {
      dropOld();
      const sums = new Map<ErrorCode, { count: number; lastAt: number }>();
      for (const codes of hours.values())
        for (const [code, { count, lastAt }] of codes) {
          const sum = sums.get(code);
          sums.set(code, {
            count: (sum?.count ?? 0) + count,
            lastAt: Math.max(sum?.lastAt ?? 0, lastAt),
          });
        }
      return [...sums]
        .map(([code, { count, lastAt }]) => ({
          code,
          status: errors[code].status,
          count,
          lastAt: new Date(lastAt).toISOString(),
        }))
        .toSorted((one, other) => other.count - one.count);
    },
  };
}
