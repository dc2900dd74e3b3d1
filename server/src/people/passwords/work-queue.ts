import { AppError } from '#src/platform/http/errors.ts';

interface WorkQueueLimits {
  parallel: number;
  total: number;
  perKey: number;
}

interface Waiting {
  start(): void;
  refuse(error: AppError): void;
}

const busy = () => new AppError('BUSY', { retryAfterSeconds: 5 });

/**
 * Runs work for keys in turns, so that a busy key does not delay the others. A full queue drops the newest work of the
 * busiest key.
 */
export function workQueue({ parallel, total, perKey }: WorkQueueLimits) {
  const waiting = new Map<string, Waiting[]>();
  const counts = new Map<string, number>();
  let count = 0;
  let running = 0;

  function startNext(): void {
    const [next] = waiting;
    if (!next || running >= parallel) return;
    const [key, starts] = next;
    const first = starts.shift();
    waiting.delete(key);
    if (starts.length > 0) waiting.set(key, starts);
    running += 1;
    first?.start();
  }

  function add(key: string, change: 1 | -1): void {
    count += change;
    const ofKey = (counts.get(key) ?? 0) + change;
    if (ofKey === 0) counts.delete(key);
    else counts.set(key, ofKey);
  }

  function dropNewestOfBusiest(key: string): void {
    const [heaviest, starts] = [...waiting].reduce<[string, Waiting[]]>(
      (most, each) => (each[1].length > most[1].length ? each : most),
      ['', []],
    );
    if (starts.length <= (waiting.get(key)?.length ?? 0) + 1) throw busy();
    starts.pop()?.refuse(busy());
    add(heaviest, -1);
  }

  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if ((counts.get(key) ?? 0) >= perKey) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
      if (count >= total) dropNewestOfBusiest(key);
      add(key, 1);
      await new Promise<void>((start, refuse) => {
        const starts = waiting.get(key);
        if (starts) starts.push({ start, refuse });
        else waiting.set(key, [{ start, refuse }]);
        startNext();
      });
      try {
        return await work();
      } finally {
        add(key, -1);
        running -= 1;
        startNext();
      }
    },
  };
}
