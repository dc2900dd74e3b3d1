import type { ChatUser, Message } from '@upaj/contract/chat/messages';

/** A conversation as far as it has been loaded. */
export interface Room {
  user: ChatUser;
  /** When the server told of the user, in ms. */
  userAt: number;
  /** By number; there may be a hole behind `completeTo` while what was missed is still being asked for. */
  messages: readonly Message[];
  /** Up to this number nothing is missing from the oldest loaded message on. 0 for an empty conversation. */
  completeTo: number;
  /** Where older messages go on; null at the beginning of the conversation. */
  olderCursor: string | null;
}

export function startRoom(user: ChatUser, messages: readonly Message[], olderCursor: string | null): Room {
  return { user, userAt: Date.now(), messages, completeTo: messages.at(-1)?.number ?? 0, olderCursor };
}

/** Lays messages over those that are known. The same one twice is one, and one that was read stays read. */
export function mergeMessages(room: Room, incoming: readonly Message[]): Room {
  if (incoming.length === 0) return room;
  const byNumber = new Map(room.messages.map((message) => [message.number, message]));
  for (const message of incoming) {
    const wasRead = byNumber.get(message.number)?.isRead ?? false;
    byNumber.set(message.number, wasRead && !message.isRead ? { ...message, isRead: true } : message);
  }
  const messages = spreadReading([...byNumber.values()].sort((one, other) => one.number - other.number));
  let { completeTo } = room;
  while (byNumber.has(completeTo + 1)) completeTo += 1;
  return { ...room, messages, completeTo };
}

/** Whoever has read a message has read those before it. */
function spreadReading(messages: readonly Message[]): Message[] {
  const readSenders = new Set<string>();
  return [...messages]
    .reverse()
    .map((message) => {
      if (message.isRead) readSenders.add(message.senderId);
      return readSenders.has(message.senderId) && !message.isRead ? { ...message, isRead: true } : message;
    })
    .reverse();
}

export function hasHole(room: Room): boolean {
  return (room.messages.at(-1)?.number ?? 0) > room.completeTo;
}

export function addOlder(room: Room, older: readonly Message[], olderCursor: string | null): Room {
  return { ...mergeMessages(room, older), olderCursor };
}

/** `senderId`'s messages up to this number have been read. */
export function markRead(room: Room, senderId: string, upTo: number): Room {
  const isMeant = (message: Message) =>
    message.senderId === senderId && message.number <= upTo && !message.isRead;
  if (!room.messages.some(isMeant)) return room;
  const messages = room.messages.map((message) =>
    isMeant(message) ? { ...message, isRead: true } : message,
  );
  return { ...room, messages };
}

/** As many of one's own unread messages are looked at again; reading the last of them is reading those before. */
const looksBack = 40;

/** The number after which to ask for what was missed: messages, and whether one's own have been read meanwhile. */
export function missedSince(room: Room): number {
  const firstUnread = room.messages.find((message) => message.senderId !== room.user._id && !message.isRead);
  if (!firstUnread) return room.completeTo;
  return Math.min(room.completeTo, Math.max(firstUnread.number - 1, room.completeTo - looksBack));
}

/** The first message of the other one that has not been read. */
export function firstUnseen(room: Room): number | undefined {
  return room.messages.find((message) => message.senderId === room.user._id && !message.isRead)?.number;
}
