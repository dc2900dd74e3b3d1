import { DatabaseAway, isConflict, isDatabaseAway } from './errors.ts';

interface Waiting<Item, Result> {
  item: Item;
  since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const most = 200;
const parallel = 3;
const mostWaiting = 1_000;
/** Items wait for a lock this long, in ms, because they would take minutes if each waited in turn. */
const longestWait = 10_000;

/**
 * Writes a single item at once; concurrent items share a statement and a commit. `write` returns a result for each
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
      // Nothing was written, so the items are written one by one, to find the one at fault.
      if (batch.length === 1 || (isDatabaseAway(error) && !isConflict(error)))
        for (const { reject } of batch) reject(error);
      else
        for (const each of batch)
          if (performance.now() - each.since < longestWait) await writeBatch([each]);
          else each.reject(error);
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
      if (queue.length >= mostWaiting) throw new DatabaseAway(new Error('too many writes wait for it'));
      queue.push({ item, since: performance.now(), resolve, reject });
      // The batch runs after everything that arrived in the same tick.
      setImmediate(next);
    });
}
