import type { ChatUser, SendResult, SocketMessageForm } from '@upaj/contract/chat/messages';
import { makeSignal, useSignal } from '#lib/signal.ts';
import type { Connection } from '#lib/live/connection.ts';

interface Presence {
  online: ReadonlySet<string>;
  leftAt: ReadonlyMap<string, string>;
  at: number;
}

const noUsers: Presence = { online: new Set(), leftAt: new Map(), at: 0 };
const presence = makeSignal<Presence | undefined>(undefined);
const typing = makeSignal<ReadonlySet<string>>(new Set());
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** In ms. Clients repeat `typing` every two seconds, so three repetitions have failed by then. */
const typingLasts = 6_000;

let connection: Connection | undefined;

export function setConnection(next: Connection | undefined): void {
  connection = next;
  if (!next) presence.set(undefined);
}

export function sendLive(message: SocketMessageForm): Promise<SendResult> | undefined {
  return connection?.send(message);
}

export function sendTyping(userId: string, isTyping: boolean): void {
  connection?.sendTyping({ userId, isTyping });
}

export function setOnline(ids: readonly string[]): void {
  const before = presence.get() ?? noUsers;
  const online = new Set(ids);
  const leftAt = new Map(before.leftAt);
  const now = new Date().toISOString();
  for (const id of before.online) if (!online.has(id)) leftAt.set(id, now);
  presence.set({ online, leftAt, at: Date.now() });
}

export function setTyping(userId: string, isTyping: boolean): void {
  clearTimeout(timers.get(userId));
  const next = new Set(typing.get());
  if (isTyping) next.add(userId);
  else next.delete(userId);
  typing.set(next);
  if (isTyping)
    timers.set(
      userId,
      setTimeout(() => setTyping(userId, false), typingLasts),
    );
}

/**
 * Returns the state of the last live event, or that of `user` if the server sent it later. When two people have just
 * met, the server sends no event until the next change. @param asOf when the server sent `user`, in ms; Infinity for
 * people without messages, for whom there are no events
 */
export function usePresence(user: Pick<ChatUser, '_id' | 'isOnline' | 'lastSeen'>, asOf = 0) {
  const known = useSignal(presence) ?? noUsers;
  const isOnline = asOf >= known.at ? user.isOnline : known.online.has(user._id);
  return { isOnline, lastSeen: known.leftAt.get(user._id) ?? user.lastSeen };
}

export function useIsTyping(userId: string): boolean {
  return useSignal(typing).has(userId);
}

/** Holds the last new message, which screen readers read out. */
export const announcement = makeSignal('');

export function announce(text: string): void {
  // Screen readers only announce a text that differs from the one before.
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text);
}
