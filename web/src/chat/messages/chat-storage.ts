import { openTable } from '#lib/table.ts';

// localStorage has the list of chats and the unread counts, which are shown before the server responds, but never whole
// conversations. The specification names its keys. IndexedDB has unsent messages.

const tabNames = ['chat_drafts', 'offer_drafts', 'appeal_drafts', 'appeal_link'] as const;
type TabName = (typeof tabNames)[number];
type Name = TabName | 'chat_users' | 'chat_unseen';
interface Stored {
  ownerId: string;
  value: unknown;
}

/** Drafts and the appeal link are in sessionStorage, so that the browser deletes them with the tab. */
const storageOf = (name: Name) => (tabNames.includes(name as TabName) ? sessionStorage : localStorage);

export function readChat<T>(name: Name, ownerId: string): T | undefined {
  try {
    const stored = JSON.parse(storageOf(name).getItem(name) ?? 'null') as Stored | null;
    return stored?.ownerId === ownerId ? (stored.value as T) : undefined;
  } catch {
    return undefined;
  }
}

export function storeChat(name: Name, ownerId: string, value: unknown): void {
  try {
    storageOf(name).setItem(name, JSON.stringify({ ownerId, value } satisfies Stored));
  } catch {
    // Storage may be disabled.
  }
}

export const clearChat = () => deleteChat('chat_users', 'chat_unseen', ...tabNames);

export function deleteChat(...names: Name[]): void {
  try {
    for (const name of names) storageOf(name).removeItem(name);
  } catch {
    // Storage may be disabled.
  }
}

/** Unsent messages. Their keys are `<owner id>/<client id>`. */
export const unsentMessages = openTable('upaj-outbox', 'messages');

export const deleteUnsent = (ownerId: string) => unsentMessages.dropAll(`${ownerId}/`);
