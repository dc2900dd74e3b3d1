import { isSigned, sign, type SecretKeys } from '#src/platform/signatures.ts';

/** A key is valid for this many ms, and the two clocks may differ by as much. */
const validFor = 60_000;

/**
 * Writes a key as `<ms>.<64 hex digits>`. It expires within a minute, so a program that poses as the server gains
 * little.
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
