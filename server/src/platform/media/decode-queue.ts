import { AppError } from '#src/platform/http/errors.ts';
import { mostMemory } from './decode-memory.ts';

const mostRunning = 2;
/** These limits make a photo wait about a minute at most. */
const mostWaiting = { inAll: 200, perOwner: 10 };
const retryAfterSeconds = 30;

interface Job {
  owner: string;
  bytes: number;
  start(): void;
}

/** Decodes photos in the order in which they came, one per owner and a few at a time, within the memory limit. */
export function decodeQueue() {
  const waiting: Job[] = [];
  const busy = new Set<string>();
  let free = mostMemory;

  function next(): void {
    for (;;) {
      if (busy.size >= mostRunning) return;
      const index = waiting.findIndex(({ owner }) => !busy.has(owner));
      const job = waiting[index];
      // Small photos must not overtake a large one.
      if (!job || job.bytes > free) return;
      waiting.splice(index, 1);
      busy.add(job.owner);
      free -= job.bytes;
      job.start();
    }
  }

  return {
    async run<T>(owner: string, bytes: number, work: () => Promise<T>): Promise<T> {
      const own = waiting.filter((job) => job.owner === owner).length;
      if (waiting.length >= mostWaiting.inAll || own >= mostWaiting.perOwner)
        throw new AppError('TOO_BUSY', { retryAfterSeconds });
      await new Promise<void>((start) => {
        waiting.push({ owner, bytes, start });
        next();
      });
      try {
        return await work();
      } finally {
        busy.delete(owner);
        free += bytes;
        next();
      }
    },
  };
}
