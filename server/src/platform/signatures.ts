import { createHmac, timingSafeEqual } from 'node:crypto';

/** The keys of SECRET_KEY: the first signs, all verify. */
export type SecretKeys = readonly [string, ...string[]];

/** Signs with HMAC-SHA256. Each use has its own prefix: 'admin:…', 'aadhaar:…'. */
export function sign(text: string, key: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

export function isSigned(text: string, signature: Buffer, keys: SecretKeys): boolean {
  return keys.some((key) => {
    const expected = sign(text, key);
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
}
