import { createHash } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { Server, type DefaultEventsMap, type Socket } from 'socket.io';
import * as z from 'zod/mini';
import {
  socketMessageFormSchema,
  typingSchema,
  type ClientEvents,
  type Message,
  type SendAnswer,
  type ServerEvents,
} from '@upaj/contract/chat';
import { AppError } from '#src/http/errors.ts';
import type { Viewer } from '#src/http/route.ts';
import { isFromElsewhere } from '#src/http/security.ts';
import { Presence } from './presence.ts';
import type { Cluster } from './cluster.ts';
import type { Realtime } from './realtime.ts';

/** A session that is alive, and the token that stands for it. */
export interface SocketSession {
  viewer: Viewer;
  token: string;
  expiresAt: Date;
}

export interface SocketOptions {
  publicUrl: string;
  readCookies(header: string): Record<string, string | undefined>;
  log: FastifyBaseLogger;
  cluster: Cluster;
  findSession(cookies: Record<string, string | undefined>): Promise<SocketSession | null>;
  /** Whom this person is told about: those they talk to or follow. */
  findWatched(userId: string): Promise<string[]>;
  /** @throws AppError where the message is refused. */
  send(
    senderId: string,
    message: z.output<typeof socketMessageFormSchema>,
    socketId: string,
  ): Promise<Message>;
  /** Whether a message between the two may pass. */
  mayMeet(userId: string, otherId: string): Promise<boolean>;
  /** These people are connected now, or were until now. */
  markSeen(userIds: readonly string[]): Promise<void>;
}

type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketSession>;
type UserSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketSession>;

export interface Sockets extends Realtime {
  close(): Promise<void>;
}

const seenEvery = 60_000;
const presenceEvery = 10_000;
/** A process that died is given up after this long: its people are offline within 45 s. */
const silentAfter = 30_000;
/** Longest delay that setTimeout takes. */
const longestTimer = 2 ** 31 - 1;
const typingPerSecond = 5;

/** Socket.IO beside the HTTP routes, at /socket.io. The session's cookie says whose socket it is. */
export function openSockets(server: HttpServer, options: SocketOptions): Sockets {
  const { publicUrl, log, cluster, findSession, findWatched, markSeen } = options;
  const io: Io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    // A client that vanished is offline after 35 s at most.
    pingInterval: 20_000,
    pingTimeout: 15_000,
    maxHttpBufferSize: 10_000,
    ...(cluster.adapter && { adapter: cluster.adapter }),
    allowRequest: (request, answer) => answer(null, !isFromElsewhere(request.headers, publicUrl)),
  });
  // Only sockets of this process: each process knows whom its own people watch.
  const presence = new Presence((watcherId, ids) =>
    io.local.to(userRoom(watcherId)).emit('getOnlineUsers', ids),
  );

  const sessionOf = ({ request }: UserSocket) =>
    findSession(options.readCookies(request.headers.cookie ?? ''));

  io.use((socket, next) => {
    void admitOrExplain(socket, next);
  });

  async function admitOrExplain(socket: UserSocket, next: (refusal?: Error) => void): Promise<void> {
    let refusal: Error | undefined;
    try {
      refusal = await admit(socket);
    } catch (error) {
      log.error({ err: error }, 'socket could not be admitted');
      refusal = new Error('UNAVAILABLE');
    }
    next(refusal);
  }

  async function admit(socket: UserSocket): Promise<Error | undefined> {
    const session = await sessionOf(socket);
    if (!session?.viewer.isComplete) return new Error('NOT_LOGGED_IN');
    const { userId } = socket.handshake.query;
    if (userId !== undefined && userId !== session.viewer.id) return new Error('NOT_YOURS');
    Object.assign(socket.data, session);
    return undefined;
  }

  io.on('connection', (socket) => {
    welcome(socket).catch((error: unknown) => {
      log.error({ err: error }, 'socket failed');
      socket.disconnect(true);
    });
  });

  async function welcome(socket: UserSocket): Promise<void> {
    const { viewer, token, expiresAt } = socket.data;
    await socket.join([userRoom(viewer.id), sessionRoom(token)]);
    // The session may have ended before the socket stood in the room that is closed then.
    if (!(await sessionOf(socket))) {
      socket.disconnect(true);
      return;
    }
    if (!socket.connected) return;
    const expiry = setTimeout(
      () => socket.disconnect(true),
      Math.min(expiresAt.getTime() - Date.now(), longestTimer),
    );
    if (presence.enter(viewer.id)) tellPresence(viewer.id, true);
    socket.on('disconnect', () => {
      clearTimeout(expiry);
      if (!presence.leave(viewer.id)) return;
      tellPresence(viewer.id, false);
      seen([viewer.id]);
    });
    socket.on('send', (message, answer) => {
      if (typeof answer === 'function') void send(socket, message).then(answer);
    });
    socket.on(
      'typing',
      allowedPerSecond(typingPerSecond, (state) => passTyping(viewer.id, state)),
    );
    presence.watch(viewer.id, await findWatched(viewer.id));
    socket.emit('getOnlineUsers', presence.onlineFor(viewer.id));
  }

  /** The answer has the message, so this socket alone is not told of it. */
  async function send({ id, data }: UserSocket, message: unknown): Promise<SendAnswer> {
    const parsed = z.safeParse(socketMessageFormSchema, message);
    try {
      if (!parsed.success) throw new AppError('INVALID_INPUT');
      return { newMessage: await options.send(data.viewer.id, parsed.data, id) };
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError('UNEXPECTED');
      if (refusal !== error) log.error({ err: error }, 'a message could not be sent');
      const { code, message: text, retryAfterSeconds } = refusal;
      return { code, message: text, retryAfterSeconds };
    }
  }

  function passTyping(userId: string, state: unknown): void {
    const parsed = z.safeParse(typingSchema, state);
    if (!parsed.success) return;
    const { userId: otherId, isTyping } = parsed.data;
    options.mayMeet(userId, otherId).then(
      (may) => may && io.to(userRoom(otherId)).emit('typing', { userId, isTyping }),
      (error: unknown) => log.error({ err: error }, 'typing could not be passed on'),
    );
  }

  function tellPresence(userId: string, isOnline: boolean): void {
    cluster.publish('presenceChanged', { processId: cluster.processId, userId, isOnline });
  }
  cluster.on('presenceChanged', ({ processId, userId, isOnline }) =>
    presence.hearChange(processId, userId, isOnline, Date.now()),
  );
  cluster.on('presence', ({ processId, ids }) => presence.hear(processId, ids, Date.now()));
  cluster.on('acquainted', ({ one, other }) => acquaintHere(one, other));
  cluster.on('separated', ({ one, other }) => separateHere(one, other));
  const telling = setInterval(() => {
    cluster.publish('presence', { processId: cluster.processId, ids: presence.localIds() });
    presence.forgetSilent(Date.now() - silentAfter);
  }, presenceEvery);
  telling.unref();

  function acquaintHere(one: string, other: string): void {
    presence.watch(one, [other]);
    presence.watch(other, [one]);
  }

  function separateHere(one: string, other: string): void {
    presence.unwatch(one, other);
    presence.unwatch(other, one);
  }

  function seen(userIds: readonly string[]): void {
    if (userIds.length === 0) return;
    markSeen(userIds).catch((error: unknown) => log.error({ err: error }, 'last seen could not be kept'));
  }
  const seeing = setInterval(() => seen(presence.localIds()), seenEvery);
  seeing.unref();

  return {
    tell({ userIds, exceptSocket = [] }, event, ...args) {
      io.to(userIds.map(userRoom))
        .except(exceptSocket)
        .emit(event, ...args);
    },
    acquaint(one, other) {
      acquaintHere(one, other);
      cluster.publish('acquainted', { one, other });
    },
    separate(one, other) {
      separateHere(one, other);
      cluster.publish('separated', { one, other });
    },
    isOnline: (userId) => presence.isOnline(userId),
    disconnectUser: (userId) => io.in(userRoom(userId)).disconnectSockets(true),
    disconnectSession: (token) => io.in(sessionRoom(token)).disconnectSockets(true),
    async close() {
      clearInterval(seeing);
      clearInterval(telling);
      const ids = presence.localIds();
      io.disconnectSockets(true);
      cluster.publish('presence', { processId: cluster.processId, ids: [] });
      if (ids.length > 0) await markSeen(ids);
      io.engine.close();
    },
  };
}

function userRoom(userId: string): string {
  return `user:${userId}`;
}

/** Rooms may be named in logs of other processes; tokens may not. */
function sessionRoom(token: string): string {
  return `session:${createHash('sha256').update(token).digest('base64url')}`;
}

/** Lets through so many calls a second and drops the others. */
function allowedPerSecond<T>(most: number, pass: (value: T) => void): (value: T) => void {
  let second = 0;
  let count = 0;
  return (value) => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    if (count <= most) pass(value);
  };
}
