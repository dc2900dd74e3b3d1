import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';
import { isSigned, sign, type SecretKeys } from '#src/platform/signatures.ts';
import { createCookie, longestCookie, sessionCookieName } from './cookies.ts';

export type Cookies = Readonly<Record<string, string | undefined>>;

export interface SessionCookie {
  /** Whether or not its session is alive. */
  tokenIn(cookies: Cookies): string | undefined;
  tokenOf(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string, isRemembered: boolean): void;
  clear(reply: FastifyReply): void;
  /** Of earlier versions, if the request still sends them. */
  clearFormer(request: FastifyRequest, reply: FastifyReply): void;
}

const formerNames = [
  sessionCookieName,
  `__Secure-${sessionCookieName}`,
  'upaj.dont_remember',
  '__Secure-upaj.dont_remember',
];

/** `<token>.<signature>`, the format of Better Auth. */
export function createSessionCookie(keys: SecretKeys, publicUrl: string): SessionCookie {
  const cookie = createCookie(sessionCookieName, publicUrl);
  /** Tokens by cookies with a valid signature. */
  const verified = new LRUCache<string, string>(atMost(20_000));
  const former = formerNames.filter((name) => name !== cookie.name);

  function tokenIn(cookies: Cookies): string | undefined {
    const value = cookies[cookie.name] ?? '';
    const known = verified.get(value);
    if (known) return known;
    const [, token, signature] = /^([a-zA-Z0-9]{32})\.([\w+/]{43}=)$/.exec(value) ?? [];
    if (!token || !signature || !isSigned(token, Buffer.from(signature, 'base64'), keys)) return undefined;
    verified.set(value, token);
    return token;
  }

  function clearFormer(reply: FastifyReply): void {
    for (const name of former) {
      const secure = name.startsWith('__Secure-');
      reply.setCookie(name, '', { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 0 });
    }
  }

  return {
    tokenIn,
    tokenOf: ({ cookies }) => tokenIn(cookies),

    set(reply, token, isRemembered) {
      const value = `${token}.${sign(token, keys[0]).toString('base64')}`;
      cookie.set(reply, value, isRemembered ? longestCookie : undefined);
    },

    clear(reply) {
      cookie.clear(reply);
      clearFormer(reply);
    },

    clearFormer({ cookies }, reply) {
      if (former.some((name) => name in cookies)) clearFormer(reply);
    },
  };
}
