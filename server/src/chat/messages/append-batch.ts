import { isConflict, isDatabaseAway } from '#src/platform/db/outage.ts';
import type { Appended, MessagesStore, TextMessage } from './store.ts';

interface Waiting {
  message: TextMessage;
  resolve(stored: Appended | undefined): void;
  reject(error: unknown): void;
}

const most = 200;
const parallel = 3;

/** A single message is written at once; concurrent ones share a statement and a commit. */
export function batchAppends(store: Pick<MessagesStore, 'appendMessages'>) {
  const queue: Waiting[] = [];
  let running = 0;

  async function write(batch: Waiting[]): Promise<void> {
    try {
      const stored = await store.appendMessages(batch.map(({ message }) => message));
      for (const { message, resolve } of batch) resolve(stored.get(message.id));
    } catch (error) {
      // Nothing was written. Find the message at fault.
      if (batch.length === 1 || (isDatabaseAway(error) && !isConflict(error)))
        for (const { reject } of batch) reject(error);
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

  return (message: TextMessage): Promise<Appended | undefined> =>
    new Promise((resolve, reject) => {
      queue.push({ message, resolve, reject });
      // After everything that arrived in the same tick.
      setImmediate(next);
    });
}
