import { setImmediate as nextTask, setTimeout as wait } from 'node:timers/promises';
import { workQueue } from '#src/platform/work-queue.ts';

const calls = workQueue({ parallel: 1, total: 400, perKey: 100, longestWait: 3_000 });

/**
 * Resolves when a call that computes for long may begin: one at a time, members in turns, and after each as much time
 * for other requests as it took.
 */
export function takeTurn(key: string): Promise<void> {
  return new Promise((begin, refuse) => {
    const compute = async () => {
      const began = performance.now();
      begin();
      await nextTask();
      await wait(performance.now() - began);
    };
    calls.run({ key, rank: () => 0 }, compute).catch(refuse);
  });
}
