import type { FastifyReply } from 'fastify';

/** Browsers limit the age of a cookie to this many seconds. */
export const longestCookie = 400 * 24 * 60 * 60;

/**
 * Makes a cookie that is HttpOnly and SameSite. Under https it has the prefix `__Host-`, so that only this host can set
 * it.
 */
export function createCookie(plainName: string, publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? `__Host-${plainName}` : plainName;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, encode: encodeURIComponent } as const;
  return {
    name,
    /** A cookie without `maxAge` ends with the browser. */
    set(reply: FastifyReply, value: string, maxAge?: number): void {
      reply.setCookie(name, value, { ...options, ...(maxAge !== undefined && { maxAge }) });
    },
    clear(reply: FastifyReply): void {
      reply.setCookie(name, '', { ...options, maxAge: 0 });
    },
  };
}

export const sessionCookieName = 'upaj.session_token';
