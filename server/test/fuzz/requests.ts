import fc from 'fast-check';
import { writeAdminKey } from '#src/platform/http/admin-key.ts';
import { brokenBody, hostileCursor, hostileNumber, hostileText, hostileValue, wrongPath } from './hostile.ts';
import { findLink } from './links.ts';
import { findNumberCode } from './number-codes.ts';
import type { Operation } from './operations.ts';
import { chance, evenly, pick, type Draw } from './schema-values.ts';
import type { Sent } from './send.ts';
import { isFile, makeScene, meantFields, meantValue, type Scene } from './values.ts';
import type { Member, World } from './world.ts';
import { write, type Parts } from './write-request.ts';

export type Caller = { role: 'stranger' | 'admin'; member?: undefined } | { role: 'member'; member: Member };

export interface FuzzRequest {
  sent: Sent;
  mode: Mode;
  mustFail: boolean;
  onSuccess(key: string | undefined): void;
}

export const modes = [
  'valid',
  'hostile value',
  'field missing',
  'fields added',
  'broken body',
  'ill-formed text',
  'repeated key',
  'wrong method',
  'wrong path',
  'wrong cookie',
] as const;
export type Mode = (typeof modes)[number];
const shares: readonly [Mode, number][] = [
  ['valid', 42],
  ['hostile value', 24],
  ['field missing', 5],
  ['fields added', 4],
  ['broken body', 6],
  ['ill-formed text', 4],
  ['repeated key', 2],
  ['wrong method', 5],
  ['wrong path', 3],
  ['wrong cookie', 5],
];

export interface RequestOptions {
  operation: Operation;
  caller: Caller;
  world: World;
  draw: Draw;
  secretKey: string;
  mode?: Mode;
}

export function makeRequest({
  operation,
  caller,
  world,
  draw,
  secretKey,
  mode: wanted,
}: RequestOptions): FuzzRequest {
  const link = findLink(operation.key, world, draw, secretKey);
  const numberCode = findNumberCode(operation.key, world, caller.member?.id, secretKey);
  const scene = { ...makeScene(operation, caller.member, world, draw), link, numberCode };
  const parts = validParts(scene);
  addCaller(parts.headers, caller, secretKey, draw);
  const mode = wanted ?? pickMode(draw);
  const mustFail = spoil(mode, parts, scene);
  const sent = write(parts, operation);
  if (mode === 'broken body') {
    const { type, body } = brokenBody(draw);
    Object.assign(sent, { body, headers: { ...sent.headers, 'content-type': type } });
  }
  if (mode === 'repeated key' && mustFail) sent.body = repeatFirstKey(sent.body);
  if (mode === 'wrong method')
    sent.method = pick(
      ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      draw,
    );
  if (mode === 'wrong path') sent.path = wrongPath(draw);
  return { sent, mode, mustFail, onSuccess: (key) => learn(key, parts.fields ?? {}, scene) };
}

/** Repeats the first key: {"a":1} becomes {"a":1,"a":1}. */
function repeatFirstKey(body: Buffer | undefined): Buffer {
  const text = String(body);
  const [[key, value] = []] = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Buffer.from(`${text.slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(value)}}`);
}

function pickMode(draw: Draw): Mode {
  let place = evenly(99, draw);
  for (const [mode, share] of shares) {
    if (place < share) return mode;
    place -= share;
  }
  return 'valid';
}

function validParts(scene: Scene): Parts {
  const { operation, draw } = scene;
  const parts: Parts = { params: {}, query: [], fields: undefined, files: [], headers: {} };
  for (const { name, in: where, required, schema } of operation.parameters) {
    if (where === 'path') parts.params[name] = meantValue(name, schema, scene);
    else if (required || chance(30, draw)) {
      const value = meantValue(name, schema, scene);
      if (value !== undefined) parts.query.push([name, value]);
    }
  }
  const { body } = operation;
  if (body) parts.fields = meantFields(body.properties ?? {}, body.required, scene);
  if (operation.isMultipart) addFiles(parts, scene);
  return parts;
}

function addFiles(
  { params, fields, files, headers }: Parts,
  { operation: { key, body }, world, draw }: Scene,
): void {
  const [field] = Object.entries(body?.properties ?? {}).find(([, schema]) => isFile(schema)) ?? [];
  if (!field) return;
  const isOptional = key.endsWith('/register') || key.includes(':postId');
  const most = field === 'images' ? 2 : 1;
  const count = isOptional && chance(60, draw) ? 0 : 1 + evenly(most - 1, draw);
  for (let index = 0; index < count; index += 1) files.push([field, pick(world.photos.good, draw)]);
  if (key.endsWith('/create-post') && chance(50, draw))
    headers['idempotency-key'] = draw(fc.uuid, { version: 7 });
  if (key.includes(':postId') && count > 0 && fields) {
    const images = (world.find('posts', params['postId'])?.['images'] ?? []) as { url: string }[];
    const remaining = images.slice(0, 2).map(({ url }) => url);
    fields['imageOrder'] = [...remaining, ...files.map(() => 'new')].join(',');
  }
}

/** A host that requests name in forwarding headers. No response may contain it. */
export const forwardedHost = 'forwarded.example';

function addCaller(headers: Record<string, string>, caller: Caller, secretKey: string, draw: Draw): void {
  // Each request comes from another IP address, because rate limits count by address.
  const byte = () => 1 + evenly(253, draw);
  headers['x-forwarded-for'] = `10.${byte()}.${byte()}.${byte()}`;
  if (chance(20, draw)) {
    headers['x-forwarded-host'] = forwardedHost;
    headers['x-forwarded-proto'] = pick(['https', 'http', 'javascript'], draw);
    headers['forwarded'] = `host=${forwardedHost};proto=https`;
  }
  if (caller.role === 'admin') headers['authorization'] = `Bearer ${writeAdminKey([secretKey])}`;
  if (caller.member) headers['cookie'] = caller.member.client.cookieHeader;
}

function spoil(mode: Mode, parts: Parts, scene: Scene): boolean {
  const { operation, draw } = scene;
  const { headers, fields = {}, query } = parts;
  switch (mode) {
    case 'hostile value':
      return addHostileValue(parts, scene);
    case 'field missing': {
      const required = operation.body?.required ?? [];
      if (required.length === 0) return false;
      delete fields[pick(required, draw)];
      return true;
    }
    case 'fields added':
      for (const name of [
        'isAdmin',
        'isVerified',
        'is_verified',
        'author_id',
        'authorId',
        'userId',
        '_id',
        'id',
      ])
        if (chance(60, draw)) fields[name] = pick([true, scene.other.id, 1], draw);
      query.push(['userId', scene.other.id], ['__proto__', 'x']);
      return false;
    case 'ill-formed text': {
      const texts = Object.keys(fields).filter((name) => typeof fields[name] === 'string');
      if (texts.length === 0 || operation.isMultipart) return false;
      const name = pick(texts, draw);
      fields[name] = `${String(fields[name])}\ud800`;
      // The request need not fail: some fields, such as a phone number, drop characters that do not belong to them.
      return false;
    }
    case 'repeated key':
      return Object.keys(fields).length > 0 && !operation.isMultipart;
    case 'broken body':
      return operation.isMultipart || (operation.body?.required ?? []).length > 0;
    case 'wrong cookie':
      headers['cookie'] = wrongCookie(headers['cookie'] ?? '', draw);
      delete headers['authorization'];
      return operation.access !== 'open';
    default:
      return false;
  }
}

function addHostileValue(parts: Parts, scene: Scene): boolean {
  const { operation, draw, world } = scene;
  const { fields = {}, params, query, files, headers } = parts;
  const names = [
    ...Object.keys(operation.body?.properties ?? {}).map((name) => ['field', name] as const),
    ...operation.parameters.flatMap(({ name, in: where, schema }) => {
      const times = name === 'cursor' ? 5 : schema.type === 'integer' ? 3 : 1;
      return Array.from({ length: times }, () => [where, name] as const);
    }),
    [
      'header',
      pick(
        [
          'idempotency-key',
          'origin',
          'user-agent',
          'accept-encoding',
          'if-none-match',
          'range',
          'x-forwarded-for',
        ],
        draw,
      ),
    ] as const,
  ];
  const [where, name] = pick(names, draw);
  const value = hostileFor(name, scene);
  if (where === 'path') params[name] = value;
  else if (where === 'header')
    headers[name] = hostileText(draw)
      .replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '')
      .slice(0, 5_000);
  else if (where === 'query') {
    query.push([name, value]);
    if (chance(30, draw)) query.push([name, hostileValue(draw)]);
  } else if (operation.isMultipart && chance(40, draw)) {
    const [field] =
      Object.entries(operation.body?.properties ?? {}).find(([, schema]) => isFile(schema)) ?? [];
    const count = chance(10, draw) ? 25 : 1;
    for (let index = 0; index < count; index += 1)
      files.push([pick([field ?? '', 'other', ''], draw), pick(world.photos.bad, draw)]);
  } else fields[name] = value;
  return false;
}

function hostileFor(name: string, { operation, world, draw }: Scene): unknown {
  if (name === 'cursor') return hostileCursor(world.cursors.get(operation.key), draw);
  const type = operation.parameters.find((parameter) => parameter.name === name)?.schema.type;
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && chance(70, draw) ? hostileNumber(draw) : hostileValue(draw);
}

function wrongCookie(cookie: string, draw: Draw): string {
  const [name = 'upaj.session_token', value = ''] = cookie.split('=', 2);
  const token = decodeURIComponent(value.split(';')[0] ?? '');
  const half = token.split('.')[0] ?? '';
  return pick(
    [
      '',
      `${name}=`,
      `${name}=${half}`,
      `${name}=${half}.AAAA`,
      `${name}=%00`,
      `${name}=${'x'.repeat(3_000)}`,
      `${name}="; ${name}`,
      `${name}=' or 1=1 --`,
      `=${value}`,
    ],
    draw,
  );
}

function learn(
  key: string | undefined,
  fields: Record<string, unknown>,
  { caller, world, link }: Scene,
): void {
  const password = String(fields['password']);
  if (/\/(?:change-password|users\/password)$/.test(key ?? '') && caller) caller.password = password;
  if (key === 'DELETE /api/v1/users/account' && caller)
    world.members.splice(world.members.indexOf(caller), 1);
  if (key?.endsWith('/reset-password')) {
    const owner = world.members.find(({ email }) => email === link?.email);
    if (owner) owner.password = password;
  }
}
