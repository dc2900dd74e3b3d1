import type { Appended, MessagesStore, Words } from './store.ts';

interface Waiting {
  words: Words;
  resolve(stored: Appended | undefined): void;
  reject(error: unknown): void;
}

/** Messages in one statement at most. */
const most = 200;
/** Statements under way at once: while these run, what comes in gathers for the next. */
const parallel = 3;

/**
 * Writes messages together that come in while others are being written: a lone one goes at once, and a crowd shares a
 * statement and its wait for the disk. One that fails fails alone.
 */
export function batchAppends(store: Pick<MessagesStore, 'appendMessages'>) {
  const queue: Waiting[] = [];
  let running = 0;

  async function write(batch: Waiting[]): Promise<void> {
    try {
      const stored = await store.appendMessages(batch.map(({ words }) => words));
      for (const { words, resolve } of batch) resolve(stored.get(words.id));
    } catch (error) {
      const [only, ...others] = batch;
      if (others.length === 0) only?.reject(error);
      // Nothing of it was written. Whose fault it was shows when each goes by itself.
      else for (const each of batch) await write([each]);
    }
  }

  function next(): void {
    while (running < parallel && queue.length > 0) {
      running += 1;
      void write(queue.splice(0, most)).finally(() => {
        running -= 1;
        next();
      });
    }
  }

  return (words: Words): Promise<Appended | undefined> =>
    new Promise((resolve, reject) => {
      queue.push({ words, resolve, reject });
      // After everything that came in with it.
      setImmediate(next);
    });
}
