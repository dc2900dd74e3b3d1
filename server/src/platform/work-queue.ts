import { AppError } from '#src/platform/http/errors.ts';

interface WorkQueueLimits {
  parallel: number;
  total: number;
  perKey: number;
  /** Work that has not begun after this many ms is refused. */
  longestWait: number;
}

/** Where work comes from. */
export interface Source {
  key: string;
  /** The lowest rank is first. It may grow while the work waits. */
  rank(): number;
}

interface Waiting {
  source: Source;
  /** Work has the turn of the work that runs, or the one after that of its key's last work. */
  turn: number;
  start(): void;
  refuse(): void;
}

const busy = () => new AppError('BUSY', { retryAfterSeconds: 5 });

/**
 * Runs the work of the lowest rank first, and that of one rank for keys in turns, so that a busy key does not delay the
 * others. In one turn the newest is first, because people who waited for long may have left. A full queue drops the
 * work that would be last.
 */
export function workQueue({ parallel, total, perKey, longestWait }: WorkQueueLimits) {
  /** In order of arrival. */
  const waiting: Waiting[] = [];
  const counts = new Map<string, number>();
  const lastTurns = new Map<string, number>();
  let currentTurn = 0;
  let running = 0;

  const isBefore = (a: Waiting, b: Waiting) => {
    const [rank, other] = [a.source.rank(), b.source.rank()];
    return rank === other ? a.turn <= b.turn : rank < other;
  };

  function takeOut(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1);
  }

  function startNext(): void {
    const [first, ...others] = waiting;
    if (!first || running >= parallel) return;
    const next = others.reduce((best, each) => (isBefore(each, best) ? each : best), first);
    takeOut(next);
    currentTurn = Math.max(currentTurn, next.turn);
    running += 1;
    next.start();
  }

  function leave(key: string): void {
    const left = (counts.get(key) ?? 0) - 1;
    if (left > 0) counts.set(key, left);
    else {
      counts.delete(key);
      lastTurns.delete(key);
    }
  }

  async function join(source: Source): Promise<void> {
    const { key } = source;
    const ofKey = counts.get(key) ?? 0;
    if (ofKey >= perKey) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
    const turn = Math.max(currentTurn, (lastTurns.get(key) ?? -1) + 1);
    counts.set(key, ofKey + 1);
    lastTurns.set(key, turn);
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const refuse = () => reject(busy());
        const one = { source, turn, start: resolve, refuse };
        timer = setTimeout(() => {
          takeOut(one);
          refuse();
        }, longestWait);
        waiting.push(one);
        startNext();
        if (waiting.length + running > total) dropLast();
      });
    } catch (error) {
      leave(key);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  function dropLast(): void {
    const last = waiting.reduce((worst, each) => (isBefore(each, worst) ? worst : each));
    takeOut(last);
    last.refuse();
  }

  return {
    async run<T>(source: Source, work: () => Promise<T>): Promise<T> {
      await join(source);
      try {
        return await work();
      } finally {
        leave(source.key);
        running -= 1;
        startNext();
      }
    },
  };
}
