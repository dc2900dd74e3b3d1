import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Events } from '#src/notify/outbox/rows.ts';
import { createCookie, longestCookie } from '#src/platform/http/cookies.ts';
import { addressKey } from '#src/platform/http/rate-limit.ts';
import { isSigned, sign, type SecretKeys } from '#src/platform/signatures.ts';

/** A browser remembers several accounts, because phones are often shared. */
const mostAccounts = 4;

/** Where an account was registered: a keyed hash of the address, and the other accounts of the browser. */
export type Origin = Pick<Events['account.registered'], 'address' | 'others'>;

export type Devices = ReturnType<typeof createDevices>;

/**
 * The cookie is `<user id>.<device id>.<signature>`, with `~` between accounts. See
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies.
 */
export function createDevices({
  secretKeys: keys,
  publicUrl,
}: {
  secretKeys: SecretKeys;
  publicUrl: string;
}) {
  const cookie = createCookie('upaj.devices', publicUrl);

  function read({ cookies }: FastifyRequest): { text: string; userId: string; deviceId: string }[] {
    return (cookies[cookie.name] ?? '').split('~', mostAccounts).flatMap((text) => {
      const [, signed, userId, deviceId, signature] =
        /^(([0-9a-f-]{36})\.([0-9a-f]{32}))\.([\w-]{43})$/.exec(text) ?? [];
      if (!signed || !userId || !deviceId || !signature) return [];
      if (!isSigned(`device:${signed}`, Buffer.from(signature, 'base64url'), keys)) return [];
      return { text, userId, deviceId };
    });
  }

  const hashTrace = (text: string) => sign(`trace:${text}`, keys[0]).toString('base64url').slice(0, 22);

  return {
    find: (request: FastifyRequest, userId: string): string | undefined =>
      read(request).find((device) => device.userId === userId)?.deviceId,

    findOrigin: (request: FastifyRequest): Origin => ({
      address: sign(`registration:${addressKey(request.ip)}`, keys[0]).toString('hex'),
      others: read(request).map(({ userId }) => userId),
    }),

    /** Returns keyed hashes of the client's address and of the accounts that its browser remembers. */
    findTraces: (request: FastifyRequest): string[] => [
      `address:${hashTrace(addressKey(request.ip))}`,
      ...read(request).map(({ deviceId }) => `device:${hashTrace(deviceId)}`),
    ],

    remember(request: FastifyRequest, reply: FastifyReply, userId: string): void {
      const signed = `${userId}.${randomBytes(16).toString('hex')}`;
      const text = `${signed}.${sign(`device:${signed}`, keys[0]).toString('base64url')}`;
      const others = read(request).filter((device) => device.userId !== userId);
      const texts = [text, ...others.map((device) => device.text)].slice(0, mostAccounts);
      cookie.set(reply, texts.join('~'), longestCookie);
    },
  };
}
