import type { ServerEvents } from '@upaj/contract/chat';

type Arguments<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>;

/** What features tell people who are connected, whichever process holds their sockets. */
export interface Realtime {
  /** Tells every device of these people, but the one whose socket has the id `exceptSocket`. */
  tell<Event extends keyof ServerEvents>(
    to: { userIds: readonly string[]; exceptSocket?: string | undefined },
    event: Event,
    ...args: Arguments<Event>
  ): void;
  /** The two talk to each other: from now on each is told when the other comes and goes. */
  acquaint(one: string, other: string): void;
  /** A block stands between the two: neither is told of the other any more. */
  separate(one: string, other: string): void;
  isOnline(userId: string): boolean;
  /** Closes every socket of this person; their clients may come back with a session that is alive. */
  disconnectUser(userId: string): void;
  /** Closes the sockets of one session, by its token. */
  disconnectSession(token: string): void;
}
