import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#src/http/route.ts';
import { sessionCookie } from './auth.ts';
import type { UsersStore } from './store.ts';

/** Who a session belongs to is remembered this long, in ms; ending a session forgets it at once. */
const rememberedFor = 60_000;

/** One session, or some of a person's. */
export type Ended = { token: string } | { userId: string };

export interface Sessions {
  /** Reads the session of a request; null without one that is alive. Usually no query, at most one. */
  findViewer(request: FastifyRequest): Promise<Viewer | null>;
  /** The same from cookies alone, for a socket. */
  findSession(cookies: Cookies): Promise<{ viewer: Viewer; token: string; expiresAt: Date } | null>;
  /** Forgets what is remembered of the request's session. */
  forget(request: FastifyRequest): void;
  /** Forgets every session of this person; for whenever one ended or what a viewer is told of them changed. */
  forgetUser(userId: string): void;
  /** The token of the request's session, alive or not. */
  tokenOf(request: FastifyRequest): string | undefined;
  /** Makes the browser forget its session, which the caller has ended. */
  clearCookies(reply: FastifyReply): void;
  /** Another process has ended a session, or one of this person; without either, any may have ended. */
  hear(ended: Ended | undefined): void;
}

type Cookies = Readonly<Record<string, string | undefined>>;

/** @param onEnd is told of each session that ended, or of each person of whom one did. */
export function createSessions(
  store: Pick<UsersStore, 'findSession'>,
  onEnd: (ended: Ended) => void = () => {},
): Sessions {
  const known = new LRUCache<string, Viewer & { expiresAt: Date }>({ max: 20_000, ttl: rememberedFor });
  /** Grows whenever a session ends, so that one read before its end is not remembered after it. */
  let ended = 0;

  async function readSession(token: string) {
    const endedBefore = ended;
    const session = await store.findSession(token);
    if (session && ended === endedBefore) known.set(token, session);
    return session;
  }

  async function findSession(cookies: Cookies) {
    const token = tokenOf(cookies);
    if (!token) return null;
    const viewer = known.get(token) ?? (await readSession(token));
    if (!viewer || viewer.expiresAt.getTime() <= Date.now()) return null;
    return { viewer, token, expiresAt: viewer.expiresAt };
  }

  function drop(what: Ended | undefined): void {
    ended += 1;
    if (!what) known.clear();
    else if ('token' in what) known.delete(what.token);
    else for (const [token, { id }] of known.entries()) if (id === what.userId) known.delete(token);
  }

  return {
    findSession,
    findViewer: async ({ cookies }) => (await findSession(cookies))?.viewer ?? null,
    hear: drop,
    forget(request) {
      const token = tokenOf(request.cookies);
      if (!token) return;
      drop({ token });
      onEnd({ token });
    },
    forgetUser(userId) {
      drop({ userId });
      onEnd({ userId });
    },
    tokenOf: ({ cookies }) => tokenOf(cookies),
    clearCookies(reply) {
      for (const name of [sessionCookie, 'upaj.dont_remember']) {
        const options = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 0 } as const;
        reply.setCookie(name, '', options);
        reply.setCookie(`__Secure-${name}`, '', { ...options, secure: true });
      }
    },
  };
}

/** The cookie holds `<token>.<signature>`; the token alone is looked up, being 32 random letters and digits. */
function tokenOf(cookies: Cookies): string | undefined {
  const cookie = cookies[sessionCookie] ?? cookies[`__Secure-${sessionCookie}`];
  const token = cookie?.split('.', 1)[0] ?? '';
  return /^[a-zA-Z0-9]{32}$/.test(token) ? token : undefined;
}
