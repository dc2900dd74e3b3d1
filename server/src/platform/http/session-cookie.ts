import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';
import { isSigned, sign, type SecretKeys } from '#src/platform/signatures.ts';
import { createCookie, longestCookie, sessionCookieName } from './cookies.ts';

export type Cookies = Readonly<Record<string, string | undefined>>;

export type SessionCookie = ReturnType<typeof createSessionCookie>;

const formerNames = [
  sessionCookieName,
  `__Secure-${sessionCookieName}`,
  'upaj.dont_remember',
  '__Secure-upaj.dont_remember',
];

/** Makes the cookie `<token>.<signature>`, in the format of Better Auth. */
export function createSessionCookie(keys: SecretKeys, publicUrl: string) {
  const cookie = createCookie(sessionCookieName, publicUrl);
  /** Remembers the tokens of cookies whose signature was valid. */
  const verified = new LRUCache<string, string>(atMost(20_000));
  const former = formerNames.filter((name) => name !== cookie.name);

  /** Returns the token of a valid cookie, whether or not its session is alive. */
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
    tokenOf: ({ cookies }: FastifyRequest): string | undefined => tokenIn(cookies),

    set(reply: FastifyReply, token: string, isRemembered: boolean): void {
      const value = `${token}.${sign(token, keys[0]).toString('base64')}`;
      cookie.set(reply, value, isRemembered ? longestCookie : undefined);
    },

    clear(reply: FastifyReply): void {
      cookie.clear(reply);
      clearFormer(reply);
    },

    /** Clears the cookies of earlier versions, if the request still sends them. */
    clearFormer({ cookies }: FastifyRequest, reply: FastifyReply): void {
      if (former.some((name) => name in cookies)) clearFormer(reply);
    },
  };
}
