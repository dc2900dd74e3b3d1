import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';
import { AppError } from './errors.ts';

const MB = 1024 * 1024;

/** The largest form has 102 MB. A separate budget for strangers protects members. */
const budgets = {
  member: { each: 128 * MB, total: 512 * MB },
  stranger: { each: 32 * MB, total: 128 * MB },
};
const retryAfterSeconds = 60;
/** Reading from an uploader faster than most lines are would delay the requests of others. */
const bytesPerMs = (2 * MB) / 1_000;
const burstMs = 1_000;

export interface ReservedBytes {
  /** Counts bytes that arrived. @throws AppError TOO_MANY_REQUESTS, TOO_BUSY */
  take(bytes: number): void;
  /** Waits until the uploader may send more than these bytes. */
  pace(bytes: number): Promise<void>;
  release(): void;
}

export interface Uploader {
  kind: keyof typeof budgets;
  key: string;
}

/** Ends an upload that is still arriving. @returns false if all of it has arrived */
export type EndUpload = (fault: AppError) => boolean;

interface Upload {
  bytes: number;
  isLost: boolean;
  end: EndUpload;
}

interface Held {
  bytes: number;
  uploads: Set<Upload>;
}

/**
 * Limits the bytes of unfinished uploads. Only bytes that arrived count, because a request may declare any size. When
 * the bytes of a kind are used up, whoever holds the most loses an upload to those who hold less.
 */
export function uploadBudget() {
  const totals = { member: 0, stranger: 0 };
  const held = { member: new Map<string, Held>(), stranger: new Map<string, Held>() };
  /** When each uploader's bytes would have arrived at the highest speed. */
  const arrivals = new LRUCache<string, number>(atMost(10_000));

  function drop(kind: Uploader['kind'], of: Held, upload: Upload): void {
    if (!of.uploads.delete(upload)) return;
    of.bytes -= upload.bytes;
    totals[kind] -= upload.bytes;
  }

  /** Ends the largest upload of whoever holds the most, and more than `least` bytes. @returns false if there is none */
  function makeRoom(kind: Uploader['kind'], least: number): boolean {
    const most = [...held[kind].values()].toSorted((a, b) => b.bytes - a.bytes);
    for (const one of most) {
      if (one.bytes <= least) return false;
      for (const upload of [...one.uploads].toSorted((a, b) => b.bytes - a.bytes)) {
        if (!upload.end(tooBusy())) continue;
        upload.isLost = true;
        drop(kind, one, upload);
        return true;
      }
    }
    return false;
  }

  return {
    open({ kind, key }: Uploader, end: EndUpload): ReservedBytes {
      const { each, total } = budgets[kind];
      const own = held[kind].get(key) ?? { bytes: 0, uploads: new Set() };
      held[kind].set(key, own);
      const upload: Upload = { bytes: 0, isLost: false, end };
      own.uploads.add(upload);
      return {
        take(bytes) {
          if (own.bytes + bytes > each) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
          while (!upload.isLost && totals[kind] + bytes > total)
            if (!makeRoom(kind, own.bytes + bytes)) throw tooBusy();
          if (upload.isLost) throw tooBusy();
          upload.bytes += bytes;
          own.bytes += bytes;
          totals[kind] += bytes;
        },
        async pace(bytes) {
          const now = performance.now();
          const arrival = Math.max(arrivals.get(key) ?? 0, now - burstMs) + bytes / bytesPerMs;
          arrivals.set(key, arrival);
          if (arrival > now) await wait(arrival - now);
        },
        release() {
          drop(kind, own, upload);
          if (own.uploads.size === 0 && held[kind].get(key) === own) held[kind].delete(key);
        },
      };
    },
  };
}

const tooBusy = () => new AppError('TOO_BUSY', { retryAfterSeconds });

export type UploadBudget = ReturnType<typeof uploadBudget>;
