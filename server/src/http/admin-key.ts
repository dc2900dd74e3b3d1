import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clocks of the command line and the server may differ, in ms, and how long a key can be used. */
const validFor = 60_000;

/**
 * What `npm run admin` shows instead of a log-in: the time and its signature by SECRET_KEY, `<ms>.<64 hex digits>`. It
 * dies within a minute, so that a program that poses as the server gains nothing lasting from it.
 */
export function writeAdminKey(secretKey: string, now = Date.now()): string {
  return `${now}.${sign(String(now), secretKey)}`;
}

/** Whether an `authorization` header carries a key of the last minute; takes the same time however wrong it is. */
export function isAdminKey(header: string | undefined, secretKey: string, now = Date.now()): boolean {
  const [, time = '', signature = ''] = /^Bearer (\d{1,15})\.([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  const expected = Buffer.from(sign(time, secretKey));
  const given = Buffer.from(signature.padEnd(expected.length));
  return timingSafeEqual(given, expected) && Math.abs(now - Number(time)) <= validFor;
}

function sign(time: string, secretKey: string): string {
  return createHmac('sha256', secretKey).update(`admin:${time}`).digest('hex');
}
