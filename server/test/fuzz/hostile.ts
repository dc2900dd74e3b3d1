import fc from 'fast-check';
import { chance, evenly, pick, type Draw } from './schema-values.ts';

const deep = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\uffff',
  '\u202Eevil',
  '\u200b',
  'e\u0301'.repeat(50),
  '../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '\\',
  '%00',
  '%',
  '_',
  '%25%32%66',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '${7*7}{{7*7}}',
  '=1+1',
  'a\r\nset-cookie: x=1',
  '(((((a+)+)+)+)+)!',
  '9'.repeat(400),
  'null',
  'undefined',
  '[object Object]',
  'NaN',
  '-1',
  '0',
  '1e308',
  '1e5',
  '0x10',
  '१२',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '-0.0000001',
  '0000-01-01',
  '2026-02-30',
  '2026-13-45T99:99:99Z',
  '99999-12-31',
  '+275760-09-13T00:00:00.001Z',
  '2026-01-01T00:00:00+16:00',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
] as const;

const numbers = [
  0,
  -0,
  -1,
  0.1,
  1e-7,
  1e21,
  1e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
] as const;

const anyText = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.nat(60_000).map((length) => 'x'.repeat(length)),
);

export const hostileText = (draw: Draw): string => draw(() => anyText);

const anyValue = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...numbers) },
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], ['x'], deep(500)),
  fc.double(),
  fc.array(anyText, { maxLength: 3 }),
  fc.object({ maxDepth: 3 }),
);

export const hostileValue = (draw: Draw): unknown => draw(() => anyValue);

export const hostileNumber = (draw: Draw): unknown => pick(numbers, draw);

const days = ['0000-01-01', '2026-02-30', '0000-00-00', '9999-99-99', '294277-01-01'] as const;
const zones = ['+16', '-23:59', '+99:99'] as const;

/** Makes a cursor with one replaced part, or a text that is no cursor. */
export function hostileCursor(real: string | undefined, draw: Draw): string {
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  if (!real || chance(20, draw))
    return chance(50, draw)
      ? encode(JSON.stringify([hostileValue(draw), hostileValue(draw), hostileValue(draw)]))
      : hostileText(draw);
  const text = Buffer.from(real, 'base64url').toString();
  switch (evenly(3, draw)) {
    case 0:
      return encode(
        chance(70, draw)
          ? text.replace(/\d{4}-\d\d-\d\d/, pick(days, draw))
          : text.replace(/[+-]\d\d(:\d\d)?(?=")/, pick(zones, draw)),
      );
    case 1:
      return encode(text.replace(/"[^"]*"|\b\d+\b/, JSON.stringify(hostileValue(draw)) ?? ''));
    case 2: {
      const at = evenly(text.length, draw);
      return encode(text.slice(0, at) + hostileText(draw) + text.slice(at + 1));
    }
    default:
      return real.slice(0, evenly(real.length, draw)) + hostileText(draw);
  }
}

const wrongTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  'multipart/form-data; boundary=upaj',
  'multipart/mixed; boundary=upaj',
  'text/plain',
  'application/x-www-form-urlencoded',
  'image/jpeg',
  'nonsense',
] as const;

const brokenTexts = [
  '{',
  '[[[[[[',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '"text"',
  'null',
  '[]',
  '123',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '{"a":'.repeat(20_000),
  '--upaj\r\n',
  '--upaj--\r\n',
  '--upaj\r\ncontent-disposition: form-data\r\n\r\nx\r\n--upaj--\r\n',
  '--upaj\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--upaj--\r\n',
  '--upaj\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\ncut off',
  '--upaj\r\ncontent-type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\nx\r\n--in--\r\n--upaj--\r\n',
] as const;

const badUtf8 = Buffer.concat([
  Buffer.from('{"email":"'),
  Buffer.from([0xc3, 0x28]),
  Buffer.from('@x.in","password":"harvest"}'),
]);

export function brokenBody(draw: Draw): { type: string; body: Buffer } {
  const type = pick(wrongTypes, draw);
  const kind = draw(fc.nat, 9);
  if (kind === 0) return { type, body: badUtf8 };
  if (kind === 1) return { type, body: Buffer.alloc(1_500_000, 'a') };
  if (kind < 4)
    return { type, body: Buffer.concat([Buffer.from([0xff]), draw(fc.uint8Array, { maxLength: 300 })]) };
  return { type, body: Buffer.from(pick(brokenTexts, draw)) };
}

const wrongPaths = [
  '/api/v1/post/%',
  '/api/v1/post/%ff',
  '/api/%2e%2e/x',
  '/api/v1',
  '/api/v1/like/like/1',
  '/api//',
  `/api/${'x'.repeat(5_000)}`,
  `/${'a/'.repeat(200)}`,
  '/api/v1/auth/callback/google?code=x&state=y',
  '/api/v1/auth/callback/..\\get-session',
  '/api/v1/auth/get-session',
  '/media/..%2f..%2fsecret-key',
  '/media/x.webp',
  '/media/%00',
  '/.env',
  '/docs/../secret-key',
  '/socket.io/?EIO=4&transport=polling',
  '/socket.io/?EIO=99',
  '/api/v1/post/feed?limit=1&limit=2',
  '/api/v1/post/feed?cursor=%ff%fe',
  '/api/v1/post/feed?q=%00',
  '/api/v1/post/feed?q[a]=1&q[b]=2',
  '/api/v1/post/feed?__proto__=1',
] as const;

export function wrongPath(draw: Draw): string {
  return chance(70, draw)
    ? pick(wrongPaths, draw)
    : `/api/v1/post/${encodeURIComponent(hostileText(draw).toWellFormed().slice(0, 200))}x`;
}
