// What the chat keeps in the browser's storage to be painted at once: names and counts, never a whole conversation.
// The keys are the published ones.

type Name = 'chat_users' | 'chat_unseen';
interface Kept {
  ownerId: string;
  value: unknown;
}

/** Undefined where nothing is kept, or somebody else's. */
export function readChat<T>(name: Name, ownerId: string): T | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null;
    return kept?.ownerId === ownerId ? (kept.value as T) : undefined;
  } catch {
    return undefined;
  }
}

export function keepChat(name: Name, ownerId: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify({ ownerId, value } satisfies Kept));
  } catch {
    // Without storage the list waits for the line.
  }
}

/** After a log-out. */
export function forgetChat(): void {
  try {
    for (const name of ['chat_users', 'chat_unseen'] satisfies Name[]) localStorage.removeItem(name);
  } catch {
    // Nothing was kept here.
  }
}
