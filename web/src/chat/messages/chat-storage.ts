import { isRemembering } from '#lib/remembering.ts';
import { deviceTexts, tabTexts } from '#lib/storage.ts';
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

const textsOf = (name: Name) => (tabNames.includes(name as TabName) ? tabTexts : deviceTexts);

export function readChat<T>(name: Name, ownerId: string): T | undefined {
  try {
    const stored = JSON.parse(textsOf(name).read(name) ?? 'null') as Stored | null;
    return stored?.ownerId === ownerId ? (stored.value as T) : undefined;
  } catch {
    return undefined;
  }
}

export function storeChat(name: Name, ownerId: string, value: unknown): void {
  if (!isRemembering.get() && textsOf(name) === deviceTexts) return;
  textsOf(name).write(name, JSON.stringify({ ownerId, value } satisfies Stored));
}

export const clearChat = () => deleteChat('chat_users', 'chat_unseen', ...tabNames);

export function deleteChat(...names: Name[]): void {
  for (const name of names) textsOf(name).write(name, undefined);
}

/** Unsent messages. Their keys are `<owner id>/<client id>`. */
export const unsentMessages = openTable('upaj-outbox', 'messages');

export const deleteUnsent = (ownerId: string) => unsentMessages.dropAll(`${ownerId}/`);
