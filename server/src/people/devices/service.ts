import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCookie, longestCookie } from '#src/platform/http/cookies.ts';
import { addressKey } from '#src/platform/http/rate-limit.ts';
import { isSigned, sign, type SecretKeys } from '#src/platform/signatures.ts';

/** A browser remembers several accounts, because phones are often shared. */
const mostAccounts = 4;

/** Where a request comes from. The hashes are keyed with SECRET_KEY. */
export interface Origin {
  /** A hash of the client's address. */
  address: string;
  /** The accounts that the browser remembers. */
  others: string[];
  /** A hash for each of these accounts, which only this browser has. */
  devices: string[];
}

export type DevicesService = ReturnType<typeof devicesService>;
export type FindOrigin = DevicesService['findOrigin'];

/**
 * The cookie is `<user id>.<device id>.<signature>`, with `~` between accounts. See
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies.
 */
export function devicesService({
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

  return {
    find: (request: FastifyRequest, userId: string): string | undefined =>
      read(request).find((device) => device.userId === userId)?.deviceId,

    findOrigin(request: FastifyRequest): Origin {
      const devices = read(request);
      return {
        address: sign(`registration:${addressKey(request.ip)}`, keys[0]).toString('hex'),
        others: devices.map(({ userId }) => userId),
        devices: devices.map(({ deviceId }) => sign(`origin:${deviceId}`, keys[0]).toString('hex')),
      };
    },

    remember(request: FastifyRequest, reply: FastifyReply, userId: string): void {
      const signed = `${userId}.${randomBytes(16).toString('hex')}`;
      const text = `${signed}.${sign(`device:${signed}`, keys[0]).toString('base64url')}`;
      const others = read(request).filter((device) => device.userId !== userId);
      const texts = [text, ...others.map((device) => device.text)].slice(0, mostAccounts);
      cookie.set(reply, texts.join('~'), longestCookie);
    },
  };
}
