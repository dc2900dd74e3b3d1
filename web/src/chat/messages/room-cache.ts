import type { ChatUser, Message } from '@upaj/contract/chat/messages';
import type { DealLine } from '@upaj/contract/deals/deals';
import type { Offer } from '@upaj/contract/deals/offers';

export interface Room {
  user: ChatUser;
  /** When the server sent `user`, in ms. */
  userAt: number;
  /** The messages are sorted by number. Some may be missing after `completeTo`. */
  messages: readonly Message[];
  /** No message up to this number is missing. 0 for an empty conversation. */
  completeTo: number;
  olderCursor: string | null;
  /** Open offers are listed separately, because their messages may be older than the loaded `messages`. */
  openOffers: readonly Offer[];
  /** Lists what changed in deals since the first of the messages, oldest first. */
  dealLines: readonly DealLine[];
}

export function startRoom(
  user: ChatUser,
  messages: readonly Message[],
  olderCursor: string | null,
  openOffers: readonly Offer[] = [],
  dealLines: readonly DealLine[] = [],
): Room {
  const completeTo = messages.at(-1)?.number ?? 0;
  return { user, userAt: Date.now(), messages, completeTo, olderCursor, openOffers, dealLines };
}

/** Adds or replaces messages. A message that is known as read stays read, even if an older response differs. */
export function mergeMessages(room: Room, incoming: readonly Message[]): Room {
  if (incoming.length === 0) return room;
  const byNumber = new Map(room.messages.map((message) => [message.number, message]));
  for (const message of incoming) {
    const wasRead = byNumber.get(message.number)?.isRead ?? false;
    byNumber.set(message.number, wasRead && !message.isRead ? { ...message, isRead: true } : message);
  }
  const sorted = [...byNumber.values()].sort((one, other) => one.number - other.number);
  const messages = spreadOffers(spreadReading(sorted));
  let { completeTo } = room;
  while (byNumber.has(completeTo + 1)) completeTo += 1;
  const changed = new Set(incoming.map(({ offer }) => offer?._id));
  const offers = messages.flatMap(({ offer }) => (offer && changed.has(offer._id) ? [offer] : []));
  return { ...room, messages, completeTo, openOffers: takeOpen(room.openOffers, offers) };
}

export function mergeLines(known: readonly DealLine[], incoming: readonly DealLine[]): readonly DealLine[] {
  if (incoming.length === 0) return known;
  const byKey = new Map([...known, ...incoming].map((line) => [`${line.dealId}/${line.number}`, line]));
  return [...byKey.values()].sort((one, other) =>
    one.createdAt === other.createdAt ? one.number - other.number : one.createdAt < other.createdAt ? -1 : 1,
  );
}

function takeOpen(known: readonly Offer[], incoming: readonly Offer[]): readonly Offer[] {
  const newest = new Map(known.map((offer) => [offer._id, offer]));
  for (const offer of incoming) {
    if (offer.version >= (newest.get(offer._id)?.version ?? 0)) newest.set(offer._id, offer);
  }
  return [...newest.values()].filter(({ status }) => status === 'open');
}

/** Marks the messages before a read one as read too. */
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

/** Replaces the offer in each message by its newest version, because a message has the version it was fetched with. */
function spreadOffers(messages: Message[]): Message[] {
  const newest = new Map<string, Offer>();
  for (const { offer } of messages) {
    if (offer && offer.version > (newest.get(offer._id)?.version ?? 0)) newest.set(offer._id, offer);
  }
  return messages.map((message) => {
    const offer = message.offer && newest.get(message.offer._id);
    return offer && offer.version > (message.offer?.version ?? 0) ? { ...message, offer } : message;
  });
}

export function takeOffer(room: Room, offer: Offer): Room {
  const isOlder = (one: Offer | null) => one?._id === offer._id && one.version < offer.version;
  const isPinned = room.openOffers.some(isOlder);
  if (!isPinned && !room.messages.some((message) => isOlder(message.offer))) return room;
  const messages = room.messages.map((message) => (isOlder(message.offer) ? { ...message, offer } : message));
  return { ...room, messages, openOffers: takeOpen(room.openOffers, [offer]) };
}

export function hasHole(room: Room): boolean {
  return (room.messages.at(-1)?.number ?? 0) > room.completeTo;
}

export function addOlder(
  room: Room,
  older: readonly Message[],
  dealLines: readonly DealLine[],
  olderCursor: string | null,
): Room {
  const lines = mergeLines(room.dealLines, dealLines);
  return { ...mergeMessages(room, older), dealLines: lines, olderCursor };
}

/** The store of the browser has this many messages of a conversation. */
const mostStored = 200;

/** Returns what is stored of a conversation: its last messages, with the earlier ones that were stored before. */
export function roomToStore(room: Room, before: Room | undefined): Room {
  const first = room.messages[0]?.number ?? 0;
  const isJoined = before?.messages.some(({ number }) => number === first - 1);
  const older = before?.messages.filter(({ number }) => number < first) ?? [];
  const whole = before && isJoined ? addOlder(room, older, before.dealLines, before.olderCursor) : room;
  const messages = whole.messages.slice(-mostStored);
  const isCut = messages.length < whole.messages.length;
  return { ...whole, messages, olderCursor: isCut ? String(messages[0]?.number) : whole.olderCursor };
}

export function markRead(room: Room, senderId: string, upTo: number): Room {
  const isMeant = (message: Message) =>
    message.senderId === senderId && message.number <= upTo && !message.isRead;
  if (!room.messages.some(isMeant)) return room;
  const messages = room.messages.map((message) =>
    isMeant(message) ? { ...message, isRead: true } : message,
  );
  return { ...room, messages };
}

/** At most this many of the latest messages are fetched again to update their read marks. */
const looksBack = 40;

/** Returns the number of the message after which to fetch: missed messages, and own ones that may be read by now. */
export function missedSince(room: Room): number {
  const firstUnread = room.messages.find((message) => message.senderId !== room.user._id && !message.isRead);
  if (!firstUnread) return room.completeTo;
  return Math.min(room.completeTo, Math.max(firstUnread.number - 1, room.completeTo - looksBack));
}

export function firstUnseen(room: Room): number | undefined {
  return room.messages.find((message) => message.senderId === room.user._id && !message.isRead)?.number;
}
