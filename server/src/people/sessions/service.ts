import { randomBytes } from 'node:crypto';
import Bowser from 'bowser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import type { LoginSession } from '@upaj/contract/people/account';
import type { Viewer } from '#src/platform/http/route.ts';
import type { Cookies, SessionCookie } from '#src/platform/http/session-cookie.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { localEvent } from '#src/platform/local-event.ts';
import { atMost } from '#src/platform/lru-size.ts';
import { expiryOf, type LastSeenService } from './last-seen.ts';
import type { SessionsStore, StoredSession } from './store.ts';

/** Sessions are cached for this many ms. The end of a session removes it at once. */
const cachedFor = 60_000;
const day = 24 * 60 * 60_000;
/** Sockets stay open this long, in ms, after a new token, so that the browser receives the cookie first. */
const socketsCloseAfter = 5_000;

export type Ended = { token: string } | { userId: string; exceptToken?: string | undefined };

export interface NewSession {
  userId: string;
  isRemembered: boolean;
  /** The version of the password that was checked. No session starts if the password has changed since. */
  passwordVersion?: string;
}

interface CachedSession {
  viewer: Viewer;
  expiresAt: Date;
}

interface SessionsDeps {
  store: SessionsStore;
  lastSeen: Pick<LastSeenService, 'seen' | 'renewSoon'>;
  cookie: SessionCookie;
}

export function sessionsService({ store, lastSeen, cookie }: SessionsDeps) {
  const ended = localEvent<[Ended]>();
  /** Emitted when other processes must read these sessions again. */
  const changed = localEvent<[Ended]>();
  const cache = new LRUCache<string, CachedSession>({ ...atMost(20_000), ttl: cachedFor });
  /** Counts the calls of `drop`. A session that was read during one may be outdated, so it is not cached. */
  let drops = 0;

  async function readSession(token: string): Promise<CachedSession | undefined> {
    const dropsBefore = drops;
    const stored = await store.findSession(token);
    if (!stored) return undefined;
    const renewed = renewalOf(stored);
    const session = { viewer: viewerOf(stored), expiresAt: renewed ?? stored.expiresAt };
    if (drops === dropsBefore) cache.set(token, session);
    lastSeen.seen([stored.id]);
    if (renewed) lastSeen.renewSoon(stored.sessionId);
    return session;
  }

  async function findSession(cookies: Cookies) {
    const token = cookie.tokenIn(cookies);
    const session = token && (cache.get(token) ?? (await readSession(token)));
    return session ? { ...session, token } : null;
  }

  function drop(what: Ended | undefined): void {
    drops += 1;
    if (!what) cache.clear();
    else if ('token' in what) cache.delete(what.token);
    else
      for (const [token, { viewer }] of cache.entries()) if (viewer.id === what.userId) cache.delete(token);
  }

  function announce(what: Ended): void {
    drop(what);
    ended.emit(what);
  }

  return {
    ended,
    changed,

    async start(
      { userId, isRemembered, passwordVersion }: NewSession,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<boolean> {
      const token = newToken();
      const row = {
        id: uuidv7(),
        token,
        user_id: userId,
        is_remembered: isRemembered,
        expires_at: expiryOf(isRemembered),
        ip_address: request.ip,
        user_agent: request.headers['user-agent']?.slice(0, 500) ?? '',
      };
      if (!(await store.addSession(row, passwordVersion))) return false;
      cookie.clearFormer(request, reply);
      cookie.set(reply, token, isRemembered);
      return true;
    },

    async end(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
      const token = cookie.tokenOf(request);
      cookie.clear(reply);
      if (!token) return undefined;
      const userId = await store.removeSession(token);
      announce({ token });
      return userId;
    },

    findSession,
    findViewer: async ({ cookies }: { cookies: Cookies }): Promise<Viewer | null> =>
      (await findSession(cookies))?.viewer ?? null,
    /** Removes this session, those of this user, or all from the cache, because another process ended them. */
    drop,
    /** Call this when a session ends or the account changes. It closes the sockets of the user. */
    invalidateUser: (userId: string) => announce({ userId }),
    /** Makes this process read the user again at once. Others do within a minute. */
    refreshUser: (userId: string) => drop({ userId }),
    /** Makes all processes read the sessions again at once. */
    refresh(what: Ended): void {
      drop(what);
      changed.emit(what);
    },
    /** Closes the sockets of the user's other sessions, which open again only if their session allows it. */
    disconnectOthers: (userId: string, exceptToken: string) => announce({ userId, exceptToken }),
    newToken,

    async findLogins(userId: string, token: string | undefined): Promise<LoginSession[]> {
      const sessions = await store.listSessions(userId, token);
      return sessions.map(({ id, isCurrent, userAgent, ipAddress, createdAt, expiresAt }) => ({
        _id: id,
        isCurrent,
        device: deviceOf(userAgent),
        ipAddress: ipAddress ?? '',
        createdAt: createdAt.toJSON(),
        expiresAt: expiresAt.toJSON(),
      }));
    },

    async endOne(userId: string, sessionId: string): Promise<void> {
      if (!(await store.endSession(userId, sessionId))) throw new AppError('SESSION_NOT_FOUND');
      announce({ userId });
    },

    async endOthers(userId: string, token: string | undefined): Promise<void> {
      await store.endOthers(userId, token);
      announce({ userId });
    },

    renew(
      reply: FastifyReply,
      userId: string,
      oldToken: string,
      next: { token: string; isRemembered: boolean },
    ): void {
      cookie.set(reply, next.token, next.isRemembered);
      announce({ userId, exceptToken: oldToken });
      setTimeout(() => ended.emit({ token: oldToken }), socketsCloseAfter).unref();
    },
  };
}

export type SessionsService = ReturnType<typeof sessionsService>;

/** Returns the new end of a session that was used on another day: it then lasts as long as a new one. */
function renewalOf({ expiresAt, isRemembered }: StoredSession): Date | undefined {
  const renewed = expiryOf(isRemembered);
  return renewed.getTime() - expiresAt.getTime() > day ? renewed : undefined;
}

function viewerOf(session: StoredSession): Viewer {
  const { id, username, isComplete, state, district, staffRole, restrictedUntil } = session;
  const secondFactor = { isOn: session.hasSecondFactor, confirmedAt: session.secondFactorAt };
  const place = district ? { state, district } : null;
  return { id, username, isComplete, place, staffRole, secondFactor, restrictedUntil };
}

/** Returns a name such as 'Chrome on Android' for a User-Agent header, or '' if it is unknown. */
function deviceOf(userAgent: string | null): string {
  if (!userAgent) return '';
  const browser = Bowser.getParser(userAgent);
  return [browser.getBrowserName(), browser.getOSName()].filter(Boolean).join(' on ').slice(0, 60);
}

function newToken(): string {
  return randomBytes(16).toString('hex');
}
