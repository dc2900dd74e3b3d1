import type { ServerEvents } from '@upaj/contract/events';

type Arguments<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>;

export interface Realtime {
  publish<Event extends keyof ServerEvents>(
    to: { userIds: readonly string[]; exceptSocket?: string | undefined },
    event: Event,
    ...args: Arguments<Event>
  ): void;
  showPresence(one: string, other: string): void;
  hidePresence(one: string, other: string): void;
  isOnline(userId: string): boolean;
  /** Closes the user's sockets, except those of one session. Clients with a valid session may reconnect. */
  disconnectUser(userId: string, exceptToken?: string): void;
  disconnectSession(token: string): void;
}
