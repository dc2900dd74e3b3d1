import { LRUCache } from 'lru-cache';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '#src/http/route.ts';
import { sessionCookie } from './auth.ts';
import type { UsersStore } from './store.ts';

/** Who a session belongs to is remembered this long, in ms; ending a session forgets it at once. */
const rememberedFor = 60_000;

export interface Sessions {
  /** Reads the session of a request; null without one that is alive. Usually no query, at most one. */
  findViewer(request: FastifyRequest): Promise<Viewer | null>;
  /** The same from cookies alone, for a socket. */
  findSession(cookies: Cookies): Promise<{ viewer: Viewer; token: string; expiresAt: Date } | null>;
  /** Forgets what is remembered of the request's session. */
  forget(request: FastifyRequest): void;
  /** Forgets every session of this person; for whenever one ended or what a viewer is told of them changed. */
  forgetUser(userId: string): void;
}

type Cookies = Readonly<Record<string, string | undefined>>;

/** @param onEnd is told of each session that ended, or of each person of whom one did. */
export function createSessions(
  store: Pick<UsersStore, 'findSession'>,
  onEnd: (ended: { token: string } | { userId: string }) => void = () => {},
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

  return {
    findSession,
    findViewer: async ({ cookies }) => (await findSession(cookies))?.viewer ?? null,
    forget(request) {
      ended += 1;
      const token = tokenOf(request.cookies);
      if (!token) return;
      known.delete(token);
      onEnd({ token });
    },
    forgetUser(userId) {
      ended += 1;
      for (const [token, { id }] of known.entries()) if (id === userId) known.delete(token);
      onEnd({ userId });
    },
  };
}

/** The cookie holds `<token>.<signature>`; the token alone is looked up, being 32 random letters and digits. */
function tokenOf(cookies: Cookies): string | undefined {
  const cookie = cookies[sessionCookie] ?? cookies[`__Secure-${sessionCookie}`];
  const token = cookie?.split('.', 1)[0] ?? '';
  return /^[a-zA-Z0-9]{32}$/.test(token) ? token : undefined;
}
