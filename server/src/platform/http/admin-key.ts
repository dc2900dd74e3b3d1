import { isSigned, sign, type SecretKeys } from '#src/platform/signatures.ts';

/** In ms: how long a key is valid, and how far the two clocks may differ. */
const validFor = 60_000;

/**
 * The time and its signature, `<ms>.<64 hex digits>`. Expires within a minute, so a program that poses as the
 * server gains little from it.
 */
export function writeAdminKey([key]: SecretKeys, now = Date.now()): string {
  return `${now}.${sign(`admin:${now}`, key).toString('hex')}`;
}

export function isAdminKey(header: string | undefined, keys: SecretKeys, now = Date.now()): boolean {
  const [, time = '', signature = ''] = /^Bearer (\d{1,15})\.([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  return (
    isSigned(`admin:${time}`, Buffer.from(signature, 'hex'), keys) && Math.abs(now - Number(time)) <= validFor
  );
}
