import type { ChatUser, SendResult, SocketMessageForm } from '@upaj/contract/chat/messages';
import { makeSignal, useSignal } from '#lib/signal.ts';
import type { Line } from './realtime.ts';

/** What the live connection knows of people; empty until it stands. */
interface Presence {
  online: ReadonlySet<string>;
  /** When those went who were online in this tab's time, as ISO time. */
  leftAt: ReadonlyMap<string, string>;
  /** When it was told, in ms. */
  at: number;
}

const nobody: Presence = { online: new Set(), leftAt: new Map(), at: 0 };
const presence = makeSignal<Presence | undefined>(undefined);
const typing = makeSignal<ReadonlySet<string>>(new Set());
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Who writes tells so every two seconds; who has not for this long has stopped. */
const typingLasts = 6_000;

let line: Line | undefined;

export function setLine(next: Line | undefined): void {
  line = next;
  if (!next) presence.set(undefined);
}

/** Undefined while the live connection does not stand. */
export function sendLive(message: SocketMessageForm): Promise<SendResult> | undefined {
  return line?.send(message);
}

export function tellTyping(userId: string, isTyping: boolean): void {
  line?.tellTyping({ userId, isTyping });
}

export function setOnline(ids: readonly string[]): void {
  const before = presence.get() ?? nobody;
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
 * Whether somebody is here. What the live connection tells counts, but for what a call has told since: of somebody whom
 * one has just met the connection tells with their next coming or going only.
 * @param asOf when the call told of the user, in ms; Infinity for a stranger, of whom nothing is told live.
 */
export function usePresence(user: Pick<ChatUser, '_id' | 'isOnline' | 'lastSeen'>, asOf = 0) {
  const known = useSignal(presence) ?? nobody;
  const isOnline = asOf >= known.at ? user.isOnline : known.online.has(user._id);
  return { isOnline, lastSeen: known.leftAt.get(user._id) ?? user.lastSeen };
}

export function useIsTyping(userId: string): boolean {
  return useSignal(typing).has(userId);
}

/** The last new message, for who hears the screen instead of seeing it. */
export const announcement = makeSignal('');

export function announce(text: string): void {
  // The same words again are news again.
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text);
}
