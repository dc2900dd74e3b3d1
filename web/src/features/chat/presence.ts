import { makeSignal, useSignal } from '#lib/signal.ts';
import type { Line } from '#lib/realtime.ts';

/** What the live connection knows of people; empty until it stands. */
interface Presence {
  online: ReadonlySet<string>;
  /** When those went who were online in this tab's time, as ISO time. */
  leftAt: ReadonlyMap<string, string>;
}

const nobody: Presence = { online: new Set(), leftAt: new Map() };
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

export function tellTyping(userId: string, isTyping: boolean): void {
  line?.tellTyping({ userId, isTyping });
}

export function setOnline(ids: readonly string[]): void {
  const before = presence.get() ?? nobody;
  const online = new Set(ids);
  const leftAt = new Map(before.leftAt);
  const now = new Date().toISOString();
  for (const id of before.online) if (!online.has(id)) leftAt.set(id, now);
  presence.set({ online, leftAt });
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

/** The people concerned are told of live; of a stranger the answer of the call is all that is known. */
export function usePresence(
  user: { _id: string; isOnline: boolean; lastSeen: string | null },
  isStranger = false,
) {
  const known = useSignal(presence);
  const isOnline = known?.online.has(user._id) || ((isStranger || !known) && user.isOnline);
  return { isOnline, lastSeen: known?.leftAt.get(user._id) ?? user.lastSeen };
}

export function useIsTyping(userId: string): boolean {
  return useSignal(typing).has(userId);
}
