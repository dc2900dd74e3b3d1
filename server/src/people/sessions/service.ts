import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { LastSeenService } from '#src/people/last-seen/service.ts';
import type { FoundSession, UsersStore } from '#src/people/users/store.ts';
import type { Viewer } from '#src/platform/http/route.ts';
import type { Cookies, SessionCookie } from '#src/platform/http/session-cookie.ts';
import { atMost } from '#src/platform/lru-size.ts';
import { idleLimit } from './idle-limit.ts';

/** In ms; ending a session removes it at once. */
const cachedFor = 60_000;
/** In ms. Sockets stay open this long after a new token, so that the browser receives the cookie first. */
const socketsCloseAfter = 5_000;

export type Ended = { token: string } | { userId: string; exceptToken?: string | undefined };

export interface NewSession {
  userId: string;
  isRemembered: boolean;
  /** Of the password: no session starts if it has changed since it was checked. */
  passwordVersion?: string;
}

export interface NewToken {
  token: string;
  isRemembered: boolean;
}

export interface SessionsService {
  start(session: NewSession, request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  end(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined>;
  findViewer(request: FastifyRequest): Promise<Viewer | null>;
  findSession(cookies: Cookies): Promise<{ viewer: Viewer; token: string; expiresAt: Date } | null>;
  /** Call it when a session ends or the account changes. Closes the sockets of this user. */
  invalidateUser(userId: string): void;
  /** Here at once; in other processes within a minute. */
  refreshUser(userId: string): void;
  newToken(): string;
  renew(reply: FastifyReply, userId: string, oldToken: string, next: NewToken): void;
  /** Another process ended this session or one of this user; undefined: any. */
  onRemoteEnd(ended: Ended | undefined): void;
}

export interface SessionsDeps {
  store: Pick<UsersStore, 'findSession' | 'addSession' | 'removeSession'>;
  lastSeen: Pick<LastSeenService, 'seen' | 'renewSoon'>;
  cookie: SessionCookie;
  onEnd?: (ended: Ended) => void;
}

export function sessionsService({
  store,
  lastSeen,
  cookie,
  onEnd = () => {},
}: SessionsDeps): SessionsService {
  const cache = new LRUCache<string, FoundSession>({ ...atMost(20_000), ttl: cachedFor });
  /** Incremented when a session ends: one read before must not be cached afterwards. */
  let ended = 0;

  async function readSession(token: string) {
    const endedBefore = ended;
    const session = await store.findSession(token);
    if (!session) return undefined;
    if (ended === endedBefore) cache.set(token, session);
    lastSeen.seen([session.id]);
    if (session.isDue) lastSeen.renewSoon(session.sessionId);
    return session;
  }

  async function findSession(cookies: Cookies) {
    const token = cookie.tokenIn(cookies);
    if (!token) return null;
    const viewer = cache.get(token) ?? (await readSession(token));
    if (!viewer || viewer.expiresAt.getTime() <= Date.now()) return null;
    return { viewer, token, expiresAt: viewer.expiresAt };
  }

  function drop(what: Ended | undefined): void {
    ended += 1;
    if (!what) cache.clear();
    else if ('token' in what) cache.delete(what.token);
    else for (const [token, { id }] of cache.entries()) if (id === what.userId) cache.delete(token);
  }

  function announce(what: Ended): void {
    drop(what);
    onEnd(what);
  }

  return {
    async start({ userId, isRemembered, passwordVersion }, request, reply) {
      const token = newToken();
      const row = {
        id: uuidv7(),
        token,
        user_id: userId,
        is_remembered: isRemembered,
        expires_at: new Date(Date.now() + idleLimit(isRemembered)),
        ip_address: request.ip,
        user_agent: request.headers['user-agent']?.slice(0, 500) ?? '',
      };
      if (!(await store.addSession(row, passwordVersion))) return false;
      cookie.clearFormer(request, reply);
      cookie.set(reply, token, isRemembered);
      return true;
    },

    async end(request, reply) {
      const token = cookie.tokenOf(request);
      cookie.clear(reply);
      if (!token) return undefined;
      const userId = await store.removeSession(token);
      announce({ token });
      return userId;
    },

    findSession,
    findViewer: async ({ cookies }) => (await findSession(cookies))?.viewer ?? null,
    onRemoteEnd: drop,
    invalidateUser: (userId) => announce({ userId }),
    refreshUser: (userId) => drop({ userId }),
    newToken,

    renew(reply, userId, oldToken, next) {
      cookie.set(reply, next.token, next.isRemembered);
      announce({ userId, exceptToken: oldToken });
      setTimeout(() => onEnd({ token: oldToken }), socketsCloseAfter).unref();
    },
  };
}

function newToken(): string {
  return randomBytes(16).toString('hex');
}
