import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#src/http/route.ts';
import { sessionCookie } from './auth.ts';
import type { UsersStore } from './store.ts';

/** Who a session belongs to is remembered this long, in ms; ending a session forgets it at once. */
const rememberedFor = 60_000;

export interface Sessions {
  /** Reads the session of a request; null without one that is alive. Usually no query, at most one. */
  findViewer(request: FastifyRequest): Promise<Viewer | null>;
  /** Forgets what is remembered of the request's session. */
  forget(request: FastifyRequest): void;
  /** Forgets every session of this person; for whenever one ended or what a viewer is told of them changed. */
  forgetUser(userId: string): void;
  /** The token of the request's session, alive or not. */
  tokenOf(request: FastifyRequest): string | undefined;
  /** Makes the browser forget its session, which the caller has ended. */
  clearCookies(reply: FastifyReply): void;
}

export function createSessions(store: UsersStore): Sessions {
  const known = new LRUCache<string, Viewer & { expiresAt: Date }>({ max: 20_000, ttl: rememberedFor });
  /** Grows whenever a session ends, so that one read before its end is not remembered after it. */
  let ended = 0;

  async function readSession(token: string) {
    const endedBefore = ended;
    const session = await store.findSession(token);
    if (session && ended === endedBefore) known.set(token, session);
    return session;
  }

  return {
    async findViewer(request) {
      const token = tokenOf(request);
      if (!token) return null;
      const session = known.get(token) ?? (await readSession(token));
      return session && session.expiresAt.getTime() > Date.now() ? session : null;
    },
    forget(request) {
      ended += 1;
      known.delete(tokenOf(request) ?? '');
    },
    forgetUser(userId) {
      ended += 1;
      for (const [token, { id }] of known.entries()) if (id === userId) known.delete(token);
    },
    tokenOf,
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
function tokenOf(request: FastifyRequest): string | undefined {
  const cookie = request.cookies[sessionCookie] ?? request.cookies[`__Secure-${sessionCookie}`];
  const token = cookie?.split('.', 1)[0] ?? '';
  return /^[a-zA-Z0-9]{32}$/.test(token) ? token : undefined;
}
