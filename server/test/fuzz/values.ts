import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { dayInIndia, writeDay } from '@upaj/contract/days';
import { districtsOf, states } from '@upaj/contract/places';
import { priceUnits } from '@upaj/contract/trade/units';
import { appealable, type Link } from './links.ts';
import { provedNumber, type NumberCode } from './number-codes.ts';
import type { Operation, Schema } from './operations.ts';
import { chance, evenly, pick, validValue, type Draw } from './schema-values.ts';
import type { Row } from './table-rows.ts';
import type { Member, World } from './world.ts';

export interface Scene {
  draw: Draw;
  world: World;
  caller: Member | undefined;
  operation: Operation;
  place: { state: string; district: string };
  other: Member;
  password: string;
  price: number;
  kind: 'post' | 'user' | 'message' | 'comment';
  comment: Row | undefined;
  offer: Row | undefined;
  link?: Link | undefined;
  numberCode?: NumberCode | undefined;
}

export function makeScene(operation: Operation, caller: Member | undefined, world: World, draw: Draw): Scene {
  const others = world.members.filter((member) => member !== caller);
  const inMarket = chance(50, draw);
  const state = inMarket ? 'Punjab' : pick(states, draw);
  const comments = world.rows('comments').filter((row) => row['removed_at'] === null);
  const isOwn = (row: Row) =>
    row['author_id'] === caller?.id || world.find('posts', row['post_id'])?.['author_id'] === caller?.id;
  return {
    draw,
    world,
    caller,
    operation,
    place: { state, district: inMarket ? 'Ludhiana' : pick(districtsOf(state), draw) },
    other: caller && chance(10, draw) ? caller : pick(others, draw),
    password: `harvest ${evenly(1_000_000_000, draw)}`,
    price: draw(fc.integer, { min: 1, max: 900 }),
    kind: pick(['post', 'user', 'message', 'comment'], draw),
    comment: pickRow(comments, isOwn, 60, draw),
    offer: operation.key.includes(':offerId')
      ? pickRow(world.rows('offers'), (row) => mayRespond(row, operation.key, caller?.id), 80, draw)
      : undefined,
  };
}

function mayRespond({ status, turn, ...row }: Row, key: string, callerId: string | undefined): boolean {
  if (row['buyer_id'] !== callerId && row['seller_id'] !== callerId) return false;
  const isOwnTurn = row[`${String(turn)}_id`] === callerId;
  return key.startsWith('GET') || (status === 'open' && isOwnTurn === !key.endsWith('/withdraw'));
}

function mayChange(deal: Row, { operation: { key }, caller }: Scene): boolean {
  const isBuyer = deal['buyer_id'] === caller?.id;
  const isSeller = deal['seller_id'] === caller?.id;
  if (key.endsWith('/settle')) return (isBuyer || isSeller) && deal['status'] === 'cancelled';
  if (!key.endsWith('/upi')) return isBuyer || isSeller;
  return key.startsWith('PUT') ? isSeller && deal['ended_at'] === null : isBuyer && deal['upi_id'] !== '';
}

const unknownId = '01900000-0000-7000-8000-000000000000';

/** Picks the id of a row, in `percentOwn` percent of the cases one that names the caller in this column. */
function idOf(table: string, column: string, percentOwn = 70) {
  return ({ world, caller, draw }: Scene) =>
    pickRow(world.rows(table), (row) => row[column] === caller?.id, percentOwn, draw)?.['id'] ?? unknownId;
}

function pickRow(
  rows: readonly Row[],
  isOwn: (row: Row) => boolean,
  percentOwn: number,
  draw: Draw,
): Row | undefined {
  const own = chance(percentOwn, draw) ? rows.filter(isOwn) : [];
  if (own.length > 0) return pick(own, draw);
  return rows.length > 0 ? pick(rows, draw) : undefined;
}

const someMessage = idOf('messages', 'receiver_id');

const targets: Record<Scene['kind'], (scene: Scene) => unknown> = {
  post: idOf('posts', 'author_id', 0),
  user: ({ other }) => other.id,
  message: someMessage,
  comment: ({ comment }) => comment?.['id'] ?? unknownId,
};

const unique = ({ draw }: Scene) =>
  evenly(2 ** 31 - 1, draw).toString(36) + evenly(2 ** 31 - 1, draw).toString(36);
const own = (key: string) =>
  key.includes('/post/:postId') && !key.includes('comments') && !key.startsWith('GET');

function partnerOf({ world, caller, draw, other }: Scene): string {
  const ids = world
    .rows('conversations')
    .filter((row) => row['low_wrote'] && row['high_wrote'])
    .flatMap((row) =>
      row['low_id'] === caller?.id ? row['high_id'] : row['high_id'] === caller?.id ? row['low_id'] : [],
    );
  const partners = world.members.filter(({ id }) => ids.includes(id));
  return partners.length > 0 ? pick(partners, draw).username : other.username;
}

function likedPost(scene: Scene): unknown {
  const { world, caller, draw } = scene;
  const isOwn = (row: Row) => row['user_id'] === caller?.id;
  return pickRow(world.rows('likes'), isOwn, 80, draw)?.['post_id'] ?? idOf('posts', 'author_id')(scene);
}

function postOfOther({ world, caller, draw }: Scene): unknown {
  const others = new Set(world.members.map(({ id }) => id).filter((id) => id !== caller?.id));
  return (
    pickRow(world.rows('posts'), (row) => others.has(String(row['author_id'])), 90, draw)?.['id'] ?? unknownId
  );
}

/** Calls that take something back: [call, table, column of the owner, column of the target]. */
const takenBack = [
  ['DELETE /api/v1/blocks/:username', 'blocks', 'blocker_id', 'blocked_id'],
  ['DELETE /api/v1/follow/unfollow/:username', 'follows', 'follower_id', 'followed_id'],
  ['DELETE /api/v1/reviews/:username', 'reviews', 'reviewer_id', 'person_id'],
] as const;

function connected({ operation, world, caller, draw }: Scene): string | undefined {
  const [, table, giver, receiver] = takenBack.find(([key]) => key === operation.key) ?? [];
  if (!table || chance(20, draw)) return undefined;
  const rows = world.rows(table).filter((row) => row[giver] === caller?.id);
  if (rows.length === 0) return undefined;
  return String(world.find('users', pick(rows, draw)[receiver])?.['username']);
}

const browser = createECDH('prime256v1');
browser.setPrivateKey(Buffer.alloc(32, 7));
const publicKey = browser.getPublicKey('base64url');

const meanings: Record<string, (scene: Scene) => unknown> = {
  username: (scene) => {
    const { key } = scene.operation;
    if (key.startsWith('POST /api/v1/users/register') || key.endsWith('/complete'))
      return `fuzz.${unique(scene)}`;
    return connected(scene) ?? (key.includes('/reviews/') ? partnerOf(scene) : scene.other.username);
  },
  userId: ({ other, draw }) => (chance(50, draw) ? other.id : other.username),
  postId: (scene) => {
    if (scene.operation.key.includes(':commentId')) return scene.comment?.['post_id'] ?? unknownId;
    if (scene.operation.key.includes('/unlike/')) return likedPost(scene);
    if (scene.operation.key.endsWith('/offers')) return postOfOther(scene);
    return idOf('posts', 'author_id', own(scene.operation.key) ? 70 : 20)(scene);
  },
  commentId: ({ comment }) => comment?.['id'] ?? unknownId,
  reviewId: ({ world, caller, draw }) =>
    pickRow(
      world.rows('reviews'),
      (row) => row['person_id'] === caller?.id && row['answer'] === null,
      80,
      draw,
    )?.['id'] ?? unknownId,
  messageId: someMessage,
  adharNo: ({ draw }) =>
    `${1_000_000 + evenly(8_999_999, draw)}`.slice(1) + `${1_000_000 + evenly(8_999_999, draw)}`.slice(1),
  alertId: idOf('price_alerts', 'user_id'),
  searchId: idOf('saved_searches', 'user_id'),
  wantedId: idOf('wanted_posts', 'author_id'),
  offerId: ({ offer }) => offer?.['id'] ?? unknownId,
  dealId: (scene) =>
    pickRow(scene.world.rows('deals'), (row) => mayChange(row, scene), 80, scene.draw)?.['id'] ?? unknownId,
  upiId: (scene) => {
    const { operation, world, caller } = scene;
    const own = world.find('upi_ids', caller?.id)?.['upi_id'] ?? '';
    return operation.key.includes('/deals/') ? own : `fuzz.${unique(scene)}@oksbi`;
  },
  version: ({ offer }) => offer?.['version'] ?? 1,
  notificationId: idOf('notifications', 'user_id', 90),
  sessionId: idOf('sessions', 'user_id'),
  reportId: idOf('reports', 'reporter_id'),
  jobName: () => 'sweep-media',
  caseId: ({ world, draw, caller }) =>
    pickRow(
      world.rows('cases'),
      (row) => row['status'] === 'open' && row['kind'] !== 'appeal' && row['person_id'] !== caller?.id,
      90,
      draw,
    )?.['id'] ?? unknownId,
  decisionId: ({ world, draw, caller, operation: { key } }) => {
    const isAppeal = key.includes('/appeals');
    const rows = isAppeal ? appealable(world) : world.rows('decisions');
    const fits = (row: Row) => row['undone_at'] === null && isAppeal === (row['person_id'] === caller?.id);
    return pickRow(rows, fits, 90, draw)?.['id'] ?? unknownId;
  },
  gstNumber: () => '27AAPFU0939F1ZV',
  days: () => 7,
  // 'restrict' is left out, because a restricted person could not make many other calls.
  action: ({ draw }) =>
    pick(['warn', 'dismiss', 'ask-change', 'hide', 'remove-photo', 'verify', 'suspend'], draw),
  rateId: ({ world, draw }) => String(pick(world.rows('rate_series'), draw)['id']),
  targetId: (scene) => targets[scene.kind](scene),
  kind: ({ kind }) => kind,
  person: ({ other }) => other.username,
  fullName: ({ draw }) => pick(['Asha Patil', 'गुरप्रीत सिंह', 'R. Venkatesan', "D'Souza Farms"], draw),
  email: (scene) => {
    const { key } = scene.operation;
    if (/\/(?:register|email)$/.test(key)) return `${unique(scene)}@fuzz.example`;
    return key.endsWith('/login') && scene.caller ? scene.caller.email : scene.other.email;
  },
  password: ({ operation: { key }, caller, other, password }) => {
    if (key.endsWith('/login')) return (caller ?? other).password;
    const isOwn = /\/(upi|totp|email|aadhaar|contact-code\/confirm)$/.test(key);
    return key.startsWith('DELETE') || isOwn ? caller?.password : password;
  },
  contact: ({ world, caller, numberCode, draw }) => {
    const own = chance(50, draw) ? provedNumber(world, caller?.id) : undefined;
    return numberCode?.number ?? own ?? `9${1_000_000_000 + evenly(999_999_999, draw)}`.replace(/^91/, '9');
  },
  confirmPassword: ({ password }) => password,
  // A code works once. So the call that switches the second factor off uses the next code.
  code: ({ world, caller, numberCode, operation: { method } }) =>
    numberCode?.code ?? world.codes.get(caller?.id ?? '')?.[method === 'DELETE' ? 1 : 0] ?? '',
  currentPassword: ({ caller }) => caller?.password,
  confirmation: ({ caller }) => caller?.username,
  token: ({ link }) => link?.token ?? 'none.none',
  provider: () => 'google',
  next: () => '/Crops?category=Grains',
  state: ({ place }) => place.state,
  district: ({ place }) => place.district,
  location: ({ place, draw }) => (chance(50, draw) ? place.state : `${place.district}, ${place.state}`),
  city: ({ place }) => place.district,
  pincode: ({ draw }) => pick(['141401', '411001', '560001'], draw),
  latitude: ({ draw }) => 18 + evenly(10, draw),
  longitude: ({ draw }) => 74 + evenly(8, draw),
  market: ({ operation: { method } }) => (method === 'POST' ? '' : 'Khanna'),
  commodity: ({ draw }) => pick(['Wheat', 'Tomato', 'Onion', 'Rice'], draw),
  cropType: ({ draw }) => pick(['Wheat', 'Tomato', 'Onion', 'गेहूँ', 'Dragon fruit'], draw),
  price: ({ price }) => `${price}.50`,
  originalPrice: ({ price }) => String(price + 100),
  targetPrice: ({ price }) => price,
  quantity: ({ operation: { key }, draw }) =>
    /\/(wanted|offers)\b/.test(key) ? 1 + evenly(900, draw) : '40 quintal',
  acceptsShortage: ({ draw }) => chance(80, draw),
  // The units of an offer must match.
  unit: ({ draw }) => pick(['kg', 'quintal'], draw),
  priceUnit: ({ operation: { key }, draw }) =>
    pick(key.includes('/offers') ? (['per kg', 'per quintal'] as const) : priceUnits, draw),
  maxPrice: ({ price }) => price,
  endDate: ({ draw }) => writeDay(dayInIndia() + evenly(91, draw)),
  pickupDate: ({ draw }) => writeDay(dayInIndia() + evenly(30, draw)),
  bags: ({ draw }) => 1 + evenly(99, draw),
  advance: ({ price }) => price,
  harvestDate: ({ draw }) => `2026-10-${String(draw(fc.integer, { min: 10, max: 28 }))}`,
  isFeatured: ({ draw }) => (chance(10, draw) ? 'true' : 'false'),
  tags: () => 'fresh, Local',
  q: ({ draw }) => pick(['wheat', 'singh', 'asha', 'गेहूँ', 'a'], draw),
  endpoint: (scene) => `https://push.fuzz.invalid/${unique(scene)}`,
  p256dh: () => publicKey,
  clientId: ({ draw }) => draw(fc.uuid, { version: 7 }),
  cursor: ({ world, operation, draw }) => (chance(50, draw) ? world.cursors.get(operation.key) : undefined),
  limit: ({ draw }) => 1 + evenly(chance(50, draw) ? 1 : 59, draw),
  // `requests.ts` adds this field, because it depends on the uploaded files.
  imageOrder: () => undefined,
};

export function meantValue(name: string, schema: Schema, scene: Scene): unknown {
  const meaning = meanings[name];
  if (meaning) return meaning(scene);
  const { properties, required } = schema;
  if (!properties) return validValue(schema, scene.draw);
  return meantFields(properties, required, scene);
}

export function meantFields(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] | undefined,
  scene: Scene,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (isFile(schema)) continue;
    if (!required?.includes(name) && !always.has(name) && chance(50, scene.draw)) continue;
    if (name === 'district' && !('state' in fields)) continue;
    const value = meantValue(name, schema, scene);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Optional fields that are always sent, because the API document does not say that the server needs them. */
const always = new Set(['price', 'quantity', 'maxPrice', 'targetPrice', 'password', 'text']);

export function isFile({ items }: Schema): boolean {
  return items?.format === 'binary';
}
