import { createHash } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import { Server, type DefaultEventsMap, type Socket } from 'socket.io';
import * as z from 'zod/mini';
import { clientEvents, type ClientEvents, type ServerEvents } from '@upaj/contract/events';
import { limits } from '@upaj/contract/limits';
import type { TrustProxy } from '#src/platform/trust-proxy.ts';
import { toAppError } from '#src/platform/http/errors.ts';
import { addressKey, type MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { findRestriction } from '#src/platform/http/restriction.ts';
import type { Viewer } from '#src/platform/http/route.ts';
import { lacksSecondFactor } from '#src/platform/http/second-factor.ts';
import { isFromElsewhere } from '#src/platform/http/security.ts';
import type { Cluster } from './cluster.ts';
import { exchangePresence } from './presence-exchange.ts';
import { Presence } from './presence.ts';
import { sendingLimits } from './sending-limits.ts';
import { clusterTopic } from './topics.ts';

const two = z.object({ one: z.string(), other: z.string() });
const presenceShown = clusterTopic('presenceShown', 1, two);
const presenceHidden = clusterTopic('presenceHidden', 1, two);

export interface SocketSession {
  viewer: Viewer;
  token: string;
  expiresAt: Date;
}

interface SocketsDeps {
  server: HttpServer;
  publicUrl: string;
  readCookies(header: string): Record<string, string | undefined>;
  trustProxy: TrustProxy;
  rateLimit: MakeRateLimit;
  log: FastifyBaseLogger;
  cluster: Cluster;
  /** Adds the hooks that record traces. */
  follow?: ((socket: UserSocket) => void) | undefined;
}

export interface SocketHandlers {
  findSession(cookies: Record<string, string | undefined>): Promise<SocketSession | null>;
  findWatched(userId: string): Promise<string[]>;
  /** Adds the listeners for the events of clients. */
  listen(socket: UserSocket): void;
  seen(userIds: readonly string[]): void;
}

type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketSession>;
export type UserSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketSession>;

export type Realtime = ReturnType<typeof openSockets>;

type Arguments<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>;

/** Connected users are marked as seen this often, in ms, and once more when they leave. */
const seenEvery = 5 * 60_000;
const longestTimer = 2 ** 31 - 1;

export function openSockets({ server, publicUrl, log, cluster, ...deps }: SocketsDeps) {
  let handlers: SocketHandlers;
  // The limit is high, because a village behind one address may reconnect at once.
  const handshakesOfAddress = deps.rateLimit({
    name: 'handshakes-of-address',
    points: 1_200,
    minutes: 1,
  });
  const open = new OpenCounts();
  const addressOf = (request: IncomingMessage) => addressKey(proxyAddress(request, deps.trustProxy));
  const sending = sendingLimits(addressOf, () => log.info('a socket sent too much and was closed'));
  sending.watchBytes(server);
  const io: Io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    // A client that loses its connection is offline after 35 s at most.
    pingInterval: 20_000,
    pingTimeout: 15_000,
    maxHttpBufferSize: 10_000,
    ...(cluster.adapter && { adapter: cluster.adapter }),
    allowRequest: (request, respond) => {
      if (isFromElsewhere(request.headers, publicUrl)) return respond(null, false);
      handshakesOfAddress.take(addressOf(request)).then(
        () => respond(null, true),
        (error: unknown) => respond(toAppError(error).code, false),
      );
    },
  });
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['cache-control'] = 'private, no-store';
  });
  io.engine.on('connection', sending.watch);
  // Each process knows the people that its own users watch.
  const presence = new Presence((watcherId, ids) =>
    io.local.to(userRoom(watcherId)).emit('getOnlineUsers', ids),
  );
  const exchange = exchangePresence(cluster, presence, log);

  const sessionOf = ({ request }: UserSocket) =>
    handlers.findSession(deps.readCookies(request.headers.cookie ?? ''));

  io.use((socket, next) => {
    void admitOrExplain(socket, next);
  });

  async function admitOrExplain(socket: UserSocket, next: (refusal?: Error) => void): Promise<void> {
    let refusal: Error | undefined;
    try {
      refusal = await admit(socket);
    } catch (error) {
      log.error({ err: error }, 'socket could not be admitted');
      refusal = new Error(toAppError(error).code);
    }
    next(refusal);
  }

  async function admit(socket: UserSocket): Promise<Error | undefined> {
    const session = await sessionOf(socket);
    if (!session?.viewer.isComplete) return new Error('NOT_LOGGED_IN');
    if (lacksSecondFactor(session.viewer)) return new Error('SECOND_FACTOR_REQUIRED');
    const { userId } = socket.handshake.query;
    if (userId !== undefined && userId !== session.viewer.id) return new Error('NOT_YOURS');
    if (!sending.admit(socket.conn, session.viewer.id)) return new Error('TOO_MANY_REQUESTS');
    const { perSession, perUser } = limits.sockets;
    const bounds = [
      [userRoom(session.viewer.id), perUser],
      [sessionRoom(session.token), perSession],
    ] as const;
    const leave = open.enter(bounds);
    if (!leave) return new Error('TOO_MANY_REQUESTS');
    socket.conn.once('close', leave);
    if (socket.conn.readyState === 'closed') leave();
    Object.assign(socket.data, session);
    return undefined;
  }

  io.on('connection', (socket) => {
    welcome(socket).catch((error: unknown) => {
      log.error({ err: error }, 'socket failed');
      // Clients reconnect after this, unlike after a server-side disconnect.
      socket.conn.close();
    });
  });

  async function welcome(socket: UserSocket): Promise<void> {
    const { viewer, token, expiresAt } = socket.data;
    await socket.join([userRoom(viewer.id), sessionRoom(token)]);
    // Reads the session again, because it may have ended meanwhile, or its user may have switched on the second factor.
    const session = await sessionOf(socket);
    if (!session || lacksSecondFactor(session.viewer)) {
      socket.disconnect(true);
      return;
    }
    if (!socket.connected) return;
    const expiry = setTimeout(
      () => socket.disconnect(true),
      Math.min(expiresAt.getTime() - Date.now(), longestTimer),
    );
    // A restriction may have begun meanwhile, too.
    socket.data.viewer = session.viewer;
    socket.use((packet, next) => {
      if (!refuseRestricted(socket.data.viewer, packet)) next();
    });
    deps.follow?.(socket);
    if (presence.enter(viewer.id)) exchange.changed(viewer.id, true);
    socket.on('disconnect', () => {
      clearTimeout(expiry);
      if (!presence.leave(viewer.id)) return;
      exchange.changed(viewer.id, false);
      handlers.seen([viewer.id]);
    });
    handlers.listen(socket);
    presence.watch(viewer.id, await handlers.findWatched(viewer.id));
    socket.emit('getOnlineUsers', presence.onlineFor(viewer.id));
  }

  cluster.on(presenceShown, ({ one, other }) => showPresenceHere(one, other));
  cluster.on(presenceHidden, ({ one, other }) => hidePresenceHere(one, other));

  function showPresenceHere(one: string, other: string): void {
    presence.watch(one, [other]);
    presence.watch(other, [one]);
  }

  function hidePresenceHere(one: string, other: string): void {
    presence.unwatch(one, other);
    presence.unwatch(other, one);
  }

  const seenTimer = setInterval(() => handlers.seen(presence.localIds()), seenEvery);
  seenTimer.unref();

  return {
    /** Sets the handlers of the domains. Call it before the server listens. */
    serve: (given: SocketHandlers): void => void (handlers = given),
    publish<Event extends keyof ServerEvents>(
      { userIds, exceptSocket }: { userIds: readonly string[]; exceptSocket?: string | undefined },
      event: Event,
      ...args: Arguments<Event>
    ): void {
      io.to(userIds.map(userRoom))
        .except(exceptSocket ?? [])
        .emit(event, ...args);
    },
    showPresence(one: string, other: string): void {
      showPresenceHere(one, other);
      cluster.publish(presenceShown, { one, other });
    },
    hidePresence(one: string, other: string): void {
      hidePresenceHere(one, other);
      cluster.publish(presenceHidden, { one, other });
    },
    isOnline: (userId: string): boolean => presence.isOnline(userId),
    /** Closes the user's sockets, except those of one session. Clients with a valid session may reconnect. */
    disconnectUser(userId: string, exceptToken?: string): void {
      const except = exceptToken === undefined ? [] : [sessionRoom(exceptToken)];
      io.in(userRoom(userId)).except(except).disconnectSockets(true);
    },
    disconnectSession: (token: string): void => io.in(sessionRoom(token)).disconnectSockets(true),
    /** Counts the sockets of this process, and the users who have them. */
    findCounts: () => ({ sockets: io.engine.clientsCount, users: presence.localIds().length }),
    close(): void {
      clearInterval(seenTimer);
      exchange.close();
      // Clients reconnect by themselves, unlike after `disconnectSockets`.
      io.engine.close();
    },
  };
}

/** Answers an event that a restriction closes, and returns whether it did. */
function refuseRestricted(viewer: Viewer, [event, ...args]: readonly unknown[]): boolean {
  const declared = Object.entries(clientEvents).find(([name]) => name === event);
  const restriction = declared && findRestriction(declared[1], viewer);
  if (!restriction) return false;
  const answer = args.at(-1);
  if (typeof answer === 'function') answer({ code: restriction.code, message: restriction.message });
  return true;
}

function userRoom(userId: string): string {
  return `user:${userId}`;
}

/** Room names may be logged, tokens may not. */
function sessionRoom(token: string): string {
  return `session:${createHash('sha256').update(token).digest('base64url')}`;
}

/** Counts the open sockets of each key. */
class OpenCounts {
  readonly #counts = new Map<string, number>();

  /** Counts a socket for all of the keys. @returns a function that undoes this; undefined when a key is at its limit */
  enter(bounds: readonly (readonly [key: string, most: number])[]): (() => void) | undefined {
    if (bounds.some(([key, most]) => (this.#counts.get(key) ?? 0) >= most)) return undefined;
    for (const [key] of bounds) this.#change(key, 1);
    let isOpen = true;
    return () => {
      if (isOpen) for (const [key] of bounds) this.#change(key, -1);
      isOpen = false;
    };
  }

  #change(key: string, by: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
