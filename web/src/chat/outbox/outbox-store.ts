import { del, entries, get, set } from 'idb-keyval';
import type { Message } from '@upaj/contract/chat/messages';
import { outboxDatabase } from '#chat/messages/chat-storage.ts';

export interface Outgoing {
  clientId: string;
  receiverId: string;
  text: string;
  pictures: readonly Blob[];
  post: Message['post'];
  /** Absent in messages that an earlier version stored. */
  wanted?: Message['wanted'];
  createdAt: string;
  /** The user has to decide: retrying does not help. */
  failure?: { code: string; message: string };
}

/** In IndexedDB, shared by all tabs. They survive restarts and expired sessions; a log-out deletes them. */
export interface OutboxStore {
  readAll: () => Promise<Outgoing[]>;
  read: (clientId: string) => Promise<Outgoing | undefined>;
  write: (item: Outgoing) => Promise<void>;
  drop: (clientId: string) => Promise<void>;
}

/** Memory where IndexedDB is missing, such as in private windows. */
export function openOutboxStore(userId: string): OutboxStore {
  const inMemory = new Map<string, Outgoing>();
  const keyOf = (clientId: string) => `${userId}/${clientId}`;
  const isOwn = (key: IDBValidKey) => String(key).startsWith(`${userId}/`);

  async function readStored(): Promise<Outgoing[]> {
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
      const items = [...(await readStored()), ...inMemory.values()];
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
        // Storage may be disabled.
      }
    },
  };
}
