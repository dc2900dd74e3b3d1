import { api } from '#lib/api.ts';
import { storeChat } from '#chat/messages/chat-storage.ts';
import { unseenCounts, type Unseen } from './unseen.ts';

/** Recognizes responses that are older than a change. */
let changes = 0;

export function changeUnseen(ownerId: string, senderId: string, change: (count: number) => number): void {
  const { [senderId]: before = 0, ...others } = unseenCounts.get();
  const count = Math.max(0, change(before));
  takeCounts(ownerId, count > 0 ? { ...others, [senderId]: count } : others);
}

export async function refreshUnseen(ownerId: string): Promise<void> {
  for (;;) {
    const before = changes;
    const { unseenMessages } = await api('GET /api/v1/messages/unseen');
    if (before === changes) return takeCounts(ownerId, unseenMessages);
  }
}

export function resetUnseen(counts: Unseen = {}): void {
  changes += 1;
  unseenCounts.set(counts);
}

function takeCounts(ownerId: string, counts: Unseen): void {
  changes += 1;
  unseenCounts.set(counts);
  storeChat('chat_unseen', ownerId, counts);
}
