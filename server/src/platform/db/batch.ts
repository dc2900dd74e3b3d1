import { isConflict, isDatabaseAway } from './outage.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const most = 200;
const parallel = 3;

/**
 * A single item is written at once; concurrent ones share a statement and a commit. `write` returns a result for each
 * item, in their order, and writes all or nothing.
 */
export function inBatches<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let running = 0;

  async function writeBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      // Nothing was written. Find the item at fault.
      if (batch.length === 1 || (isDatabaseAway(error) && !isConflict(error)))
        for (const { reject } of batch) reject(error);
      else for (const each of batch) await writeBatch([each]);
    }
  }

  function next(): void {
    while (running < parallel && queue.length > 0) {
      running += 1;
      void writeBatch(queue.splice(0, most)).finally(() => {
        running -= 1;
        next();
      });
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // After everything that arrived in the same tick.
      setImmediate(next);
    });
}
