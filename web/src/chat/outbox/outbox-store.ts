import { del, entries, get, set } from 'idb-keyval';
import type { Message } from '@upaj/contract/chat/messages';
import { outboxDatabase } from '#chat/messages/chat-storage.ts';

/** A message that the server has not confirmed yet. */
export interface Outgoing {
  clientId: string;
  receiverId: string;
  text: string;
  pictures: readonly Blob[];
  post: Message['post'];
  createdAt: string;
  /** What the server refused it for: it waits for a person then, not for the line. */
  failure?: { code: string; message: string };
}

/**
 * Where a user's outgoing messages lie: the browser's own database, shared by all tabs and kept over restarts. They
 * outlive a session that ends by itself, for their writer alone; a log-out asks, and takes them along.
 */
export interface OutboxStore {
  /** In the order in which they were written. */
  readAll: () => Promise<Outgoing[]>;
  read: (clientId: string) => Promise<Outgoing | undefined>;
  write: (item: Outgoing) => Promise<void>;
  drop: (clientId: string) => Promise<void>;
}

/** A browser that keeps nothing, as some do in private windows, sends all the same, as long as the tab lives. */
export function openOutboxStore(userId: string): OutboxStore {
  const inMemory = new Map<string, Outgoing>();
  const keyOf = (clientId: string) => `${userId}/${clientId}`;
  const isOwn = (key: IDBValidKey) => String(key).startsWith(`${userId}/`);

  async function readKept(): Promise<Outgoing[]> {
    try {
      return (await entries<string, Outgoing>(outboxDatabase()))
        .filter(([key]) => isOwn(key))
        .map(([, item]) => item);
    } catch {
      return [];
    }
  }

  return {
    async readAll() {
      const items = [...(await readKept()), ...inMemory.values()];
      return items.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    },
    async read(clientId) {
      const here = inMemory.get(clientId);
      if (here) return here;
      try {
        return await get<Outgoing>(keyOf(clientId), outboxDatabase());
      } catch {
        return undefined;
      }
    },
    async write(item) {
      try {
        await set(keyOf(item.clientId), item, outboxDatabase());
        inMemory.delete(item.clientId);
      } catch {
        inMemory.set(item.clientId, item);
      }
    },
    async drop(clientId) {
      inMemory.delete(clientId);
      try {
        await del(keyOf(clientId), outboxDatabase());
      } catch {
        // It was not kept there.
      }
    },
  };
}
