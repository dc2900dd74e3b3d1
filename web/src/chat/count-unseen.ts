import { api } from '#lib/api.ts';
import { storeChat } from '#chat/messages/chat-storage.ts';
import { noneWaiting, unseenCounts, waitingCounts, type Unseen } from './unseen.ts';

/** Counts the changes of the counts. A response that was requested before the last change is not used. */
let changes = 0;

export function changeUnseen(ownerId: string, senderId: string, change: (count: number) => number): void {
  const { [senderId]: before = 0, ...others } = unseenCounts.get();
  const count = Math.max(0, change(before));
  takeCounts(ownerId, count > 0 ? { ...others, [senderId]: count } : others);
}

export async function refreshUnseen(ownerId: string): Promise<void> {
  for (;;) {
    const before = changes;
    const { unseenMessages, waiting } = await api('GET /api/v1/messages/unseen');
    // A server of an earlier version does not send `waiting`.
    waitingCounts.set({ ...noneWaiting, ...waiting });
    if (before === changes) return takeCounts(ownerId, unseenMessages);
  }
}

export function resetUnseen(counts: Unseen = {}): void {
  changes += 1;
  unseenCounts.set(counts);
  waitingCounts.set(noneWaiting);
}

function takeCounts(ownerId: string, counts: Unseen): void {
  changes += 1;
  unseenCounts.set(counts);
  storeChat('chat_unseen', ownerId, counts);
}
