import type { ServerEvents } from '@upaj/contract/events';

interface LiveEvents extends ServerEvents {
  /** Events may have been missed: the connection is new, or the page was hidden or offline. */
  missed: () => void;
  /** The page is visible again, so soon after `missed` that `missed` is not published again. */
  woke: () => void;
}

const subscribed = new Set<Partial<LiveEvents>>();

/** Subscribes to events of the socket by name. @returns the function that unsubscribes */
export function onLive(listeners: Partial<LiveEvents>): () => void {
  subscribed.add(listeners);
  return () => void subscribed.delete(listeners);
}

export function publishLive<Name extends keyof LiveEvents>(
  name: Name,
  ...args: Parameters<LiveEvents[Name]>
): void {
  for (const listeners of subscribed) {
    const listener = listeners[name] as ((...args: Parameters<LiveEvents[Name]>) => void) | undefined;
    listener?.(...args);
  }
}
