import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '#src/platform/db/errors.ts';
import { asList } from '#src/platform/db/time-limits.ts';
import { createCookie } from './cookies.ts';

/** A write is remembered for this many seconds, which is longer than a standby may be behind. */
const remembered = 10;

export type OwnWrites = ReturnType<typeof ownWrites>;

/**
 * Lets lists read the standby, unless it fails or the browser has just written, because users must see what they wrote.
 */
export function ownWrites(publicUrl: string, hasStandby: boolean) {
  const cookie = createCookie('upaj.wrote', publicUrl);
  return {
    note({ method }: FastifyRequest, reply: FastifyReply): void {
      if (hasStandby && method !== 'GET' && method !== 'HEAD') cookie.set(reply, '1', remembered);
    },
    async readList<T>({ cookies }: FastifyRequest, read: () => T | Promise<T>): Promise<T> {
      const mayLag = hasStandby && !(cookie.name in cookies);
      try {
        return await asList(read, { mayLag });
      } catch (error) {
        if (!mayLag || !isDatabaseAway(error)) throw error;
        return asList(read, { mayLag: false });
      }
    },
  };
}
