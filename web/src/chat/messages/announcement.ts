import { makeSignal } from '#lib/signal.ts';

/** The last new message, for who hears the screen instead of seeing it. */
export const announcement = makeSignal('');

export function announce(text: string): void {
  // The same words again are news again.
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text);
}
