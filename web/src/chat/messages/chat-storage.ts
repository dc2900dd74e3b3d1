import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

// What the chat keeps in the browser: in its storage, under the published keys, what is painted at once, which is names
// and counts, never a whole conversation; in its database what has not gone out.

type Name = 'chat_users' | 'chat_unseen' | 'chat_drafts';
interface Kept {
  ownerId: string;
  value: unknown;
}

/** What is half typed goes with the tab. */
const storageOf = (name: Name) => (name === 'chat_drafts' ? sessionStorage : localStorage);

/** Undefined where nothing is kept, or somebody else's. */
export function readChat<T>(name: Name, ownerId: string): T | undefined {
  try {
    const kept = JSON.parse(storageOf(name).getItem(name) ?? 'null') as Kept | null;
    return kept?.ownerId === ownerId ? (kept.value as T) : undefined;
  } catch {
    return undefined;
  }
}

export function keepChat(name: Name, ownerId: string, value: unknown): void {
  try {
    storageOf(name).setItem(name, JSON.stringify({ ownerId, value } satisfies Kept));
  } catch {
    // Without storage the list waits for the line.
  }
}

/** After a log-out. */
export function forgetChat(): void {
  try {
    for (const name of ['chat_users', 'chat_unseen', 'chat_drafts'] satisfies Name[])
      storageOf(name).removeItem(name);
  } catch {
    // Nothing was kept here.
  }
}

let outbox: UseStore | undefined;

/** Messages that have not gone out, by `<owner's id>/<client id>`. */
export function outboxDatabase(): UseStore {
  outbox ??= createStore('upaj-outbox', 'messages');
  return outbox;
}

export async function forgetUnsent(ownerId: string): Promise<void> {
  try {
    await outboxDatabase()('readwrite', (messages) => {
      // '0' comes right after '/'.
      messages.delete(IDBKeyRange.bound(`${ownerId}/`, `${ownerId}0`));
      return promisifyRequest(messages.transaction);
    });
  } catch {
    // Nothing was kept here.
  }
}
