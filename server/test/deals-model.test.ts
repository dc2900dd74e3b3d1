import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { dealRefusal, hasEnded, sideInDispute } from '@upaj/contract/deals/deal-machine';
import { offerActions, refusalOf, sides, type OfferAction } from '@upaj/contract/deals/offer-machine';
import type { EndpointKey } from '@upaj/contract/endpoints';
import { limits } from '@upaj/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dealsService } from '#src/deals/deals/service.ts';
import { dealsStore } from '#src/deals/deals/store.ts';
import { remindersService } from '#src/deals/reminders/service.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { startTestApp, type TestApp } from './app.ts';
import { checkDeals, checkQuantity, checkRecords } from './check-deals.ts';
import { TestClient } from './client.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertOffer } from './deal-rows.ts';
import {
  ago,
  checkSale,
  day,
  look,
  noMarket,
  restDeals,
  type Actor,
  type Scene,
  type Seen,
} from './deals-scene.ts';
import { deliverDealEvents } from './notifications.ts';
import { freePort, killServers, spawnServer, waitUntilOpen } from './process.ts';
import { insertMembers, insertPosts, type Member } from './rows.ts';
import { testSecretKey } from './session-cookie.ts';

// `npm run faults` sets TEST_DEAL_RUNS for many more runs.
const runs = Number(process.env['TEST_DEAL_RUNS'] ?? 40);

/** The servers of the acts: two processes with PostgreSQL, or one, in this process, with the embedded database. */
let urls: string[];
let db: Database;
let app: TestApp | undefined;
let database: TestDatabase | undefined;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upaj-deals-'));
  if (process.env['TEST_DATABASE_URL']) {
    database = await openTestDatabase();
    db = database.db;
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: process.env['TEST_REDIS_URL'],
      SECRET_KEY: testSecretKey,
      DATA_DIR: folder,
    };
    const ports = await Promise.all([freePort(), freePort()]);
    const servers = ports.map((port) => spawnServer(port, env));
    await Promise.all(servers.map(waitUntilOpen));
    urls = servers.map(({ url }) => url);
  } else {
    app = await startTestApp();
    db = app.database.db;
    urls = [app.url];
  }
});
afterAll(async () => {
  killServers();
  await app?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The quantity of the post: some deals together take more, so that some acceptances are for more than is left. */
const quintals = 1_500;

const quiet = { feed: { dropPages() {} }, outbox: { nudge() {} } };
const deals = () =>
  dealsService({
    db,
    store: dealsStore({ db }),
    ...quiet,
    market: noMarket,
    notifications: { readAbout: async () => {} },
    realtime: { publish() {} },
  });

const dealActions = ['delivered', 'paid', 'cancel', 'problem', 'settle'] as const;
type DealAction = (typeof dealActions)[number];

interface Act {
  by: Actor;
  kind: 'offer' | OfferAction | DealAction | 'expire' | 'sell' | 'wait' | 'rest';
  /** True when the actor responds to an earlier version of the offer. */
  isStale: boolean;
  /** True when the actor chooses an act that is allowed now, in place of `kind`. */
  isWilling: boolean;
  /** In hundredths of a quintal. */
  quantity: number;
  paise: number;
  acceptsShortage: boolean;
  server: number;
}

const anyAct = fc.record<Act>({
  by: fc.constantFrom<Actor>('buyer', 'buyer', 'seller', 'seller', 'stranger'),
  kind: fc.constantFrom<Act['kind']>(
    'offer',
    'offer',
    ...offerActions,
    ...offerActions,
    ...dealActions,
    'expire',
    'sell',
    'wait',
    'rest',
  ),
  isStale: fc.nat(4).map((number) => number === 0),
  isWilling: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 99_999 }),
  paise: fc.integer({ min: 100, max: 9_999_999 }),
  acceptsShortage: fc.boolean(),
  server: fc.nat(1),
});

function resolve(act: Act, { offer, deal }: Seen): Act {
  if (!act.isWilling) return act;
  const pick = <T>(list: readonly T[]) => list[act.quantity % list.length] as T;
  const by = pick(sides);
  const isRunning = deal && !hasEnded(deal) && act.paise % 4 > 0;
  if (isRunning)
    return {
      ...act,
      by,
      kind: pick(['delivered', 'paid', 'delivered', 'paid', 'cancel', 'problem', 'wait']),
    };
  const isDisputed = deal && sideInDispute(deal, false) && act.paise % 3 > 0;
  if (isDisputed) return { ...act, by, kind: 'settle' };
  if (offer?.status !== 'open') return { ...act, by: 'buyer', kind: 'offer' };
  return {
    ...act,
    by: offer.turn,
    kind: pick(['accept', 'accept', 'accept', 'counter', 'counter', 'decline']),
    isStale: false,
  };
}

/** Makes terms with a random note, so that no counter-offer repeats an earlier one. */
function termsOf({ quantity, paise }: Act) {
  const amounts = { quantity: quantity / 100, unit: 'quintal', price: paise / 100, priceUnit: 'per quintal' };
  return { ...amounts, delivery: 'pickup', validDays: 2, note: randomUUID() };
}

async function perform({ postId, members }: Scene, act: Act, { offer, deal }: Seen) {
  const { by, kind, isStale, acceptsShortage, server } = act;
  const client = new TestClient(urls[server % urls.length] ?? '');
  for (const [name, value] of members[by].client.cookies) client.cookies.set(name, value);
  const send = async (key: EndpointKey, params: Record<string, string>, body: object) => {
    const { status, body: received } = await client.send(key, { params, body });
    return { status, code: (received as { code?: string }).code };
  };
  if (kind === 'expire') {
    if (by === 'stranger')
      await db
        .updateTable('offers')
        .set({ valid_until: ago(1_000) })
        .where('buyer_id', '=', members.buyer.id)
        .where('status', '=', 'open')
        .execute();
    return undefined;
  }
  if (kind === 'sell') {
    await db
      .updateTable('posts')
      .set((eb) => ({ is_available: by === 'seller' ? true : eb.not('is_available') }))
      .where('id', '=', postId)
      .execute();
    return undefined;
  }
  if (kind === 'wait') {
    await restDeals(db, members.buyer.id, 8);
    await db
      .updateTable('offers')
      .set({ created_at: ago(2 * day) })
      .where('buyer_id', '=', members.buyer.id)
      .execute();
    await remindersService({ db, market: noMarket, ...quiet }).remind();
    return undefined;
  }
  if (kind === 'rest') {
    await restDeals(db, members.buyer.id, 15);
    await deals().endUntouched();
    return undefined;
  }
  if (kind === 'offer') {
    if (by === 'stranger') return undefined;
    return send('POST /api/v1/offers', {}, { ...termsOf(act), postId, clientId: randomUUID() });
  }
  if (offerActions.includes(kind as OfferAction)) {
    if (!offer) return undefined;
    const version = Math.max(1, offer.version - Number(isStale));
    const key = `POST /api/v1/offers/:offerId/${kind as OfferAction}` as const;
    const rest = { accept: { acceptsShortage }, counter: termsOf(act), decline: {}, withdraw: {} };
    return send(key, { offerId: offer.id }, { version, ...rest[kind as OfferAction] });
  }
  if (!deal) return undefined;
  const params = { dealId: deal.id };
  if (kind === 'cancel') return send('POST /api/v1/deals/:dealId/cancel', params, { reason: 'Too far' });
  if (kind === 'settle') return send('POST /api/v1/deals/:dealId/settle', params, {});
  if (kind === 'problem')
    return send('POST /api/v1/deals/:dealId/problem', params, { text: 'Two sacks were wet' });
  return send('POST /api/v1/deals/:dealId/confirm', params, { step: kind });
}

/** Returns how the server must respond, by the contract's state machines, to an act that runs alone. */
function expected(
  { by, kind, isStale, acceptsShortage }: Act,
  { offer, deal, isForSale, madeToday, left, wanted }: Seen,
): { status: number; code?: string } {
  const refused = (code: string, status = 409) => ({ status, code });
  if (kind === 'offer') {
    if (by === 'seller') return refused('OWN_POST', 403);
    if (!isForSale) return refused('POST_NOT_FOR_SALE');
    if (offer?.status === 'open') return refused('OFFER_OPEN');
    return madeToday < limits.offer.aDay ? { status: 201 } : refused('TOO_MANY_OFFERS_TODAY');
  }
  if (by === 'stranger')
    return refused(offerActions.includes(kind as OfferAction) ? 'OFFER_NOT_FOUND' : 'DEAL_NOT_FOUND', 404);
  if (offerActions.includes(kind as OfferAction)) {
    if (!offer) throw new Error('There is no offer');
    const version = Math.max(1, offer.version - Number(isStale));
    const after = offer.changes[version];
    // Terms are random, so a counter-offer is never repeated.
    if (after?.action === kind && after.by === by && kind !== 'counter') return { status: 200 };
    const refusal = refusalOf(offer, by, kind as OfferAction, version);
    if (refusal) return refused(refusal);
    const isEnd = kind === 'decline' || kind === 'withdraw';
    if (!isForSale && !isEnd) return refused('POST_NOT_FOR_SALE');
    const isShort = kind === 'accept' && !acceptsShortage && wanted > left;
    return isShort ? refused('NOT_ENOUGH_LEFT') : { status: 200 };
  }
  if (!deal) throw new Error('There is no deal');
  if (kind === 'problem') return { status: 200 };
  if (kind === 'settle') return sideInDispute(deal, false) ? { status: 200 } : refused('NOT_IN_DISPUTE');
  const refusal = dealRefusal(deal, by, kind as 'delivered' | 'paid' | 'cancel');
  return refusal ? refused(refusal) : { status: 200 };
}

const allowed = new Set([200, 201, 403, 404, 409]);

class Acts implements fc.AsyncCommand<object, Scene> {
  readonly acts: readonly Act[];
  constructor(acts: readonly Act[]) {
    this.acts = acts;
  }
  check = () => true;
  toString = () =>
    this.acts.map(({ by, kind, isStale }) => `${by} ${isStale ? 'stale ' : ''}${kind}`).join(' | ');
  async run(_: object, scene: Scene): Promise<void> {
    const seen = await look(db, scene);
    const acts = this.acts.map((each) => resolve(each, seen));
    const responses = await Promise.all(acts.map((each) => perform(scene, each, seen)));
    for (const [index, each] of acts.entries()) {
      const response = responses[index];
      if (!response) continue;
      expect(allowed, `${each.kind}: ${JSON.stringify(response)}`).toContain(response.status);
      if (acts.length === 1) expect(response).toMatchObject(expected(each, seen));
      else if (each.by === 'stranger') expect(response.status).toBe(404);
    }
    await deliverDealEvents(db);
    if (acts.length === 1) checkSale(acts[0]?.kind, seen, await look(db, scene));
    expect(await checkDeals(db, [scene.members.buyer.id])).toEqual([]);
    expect(await checkQuantity(db, scene.postId, quintals)).toEqual([]);
    const { buyer, seller } = scene.members;
    expect(await checkRecords(db, [buyer.id, seller.id])).toEqual([]);
  }
}

const commands = [
  anyAct.map((one) => new Acts([one])),
  fc.array(anyAct, { minLength: 2, maxLength: 4 }).map((several) => new Acts(several)),
];

test(
  'two sides and a stranger act at random and at once; every row follows the state machines',
  { timeout: Math.max(600_000, runs * 1_000) },
  async () => {
    const sequences = fc.commands(commands, { maxCommands: 20, size: 'max' });
    const property = fc.asyncProperty(sequences, async (steps) => {
      const [url = ''] = urls;
      const [buyer, seller, stranger] = (await insertMembers(db, url, 3)) as [Member, Member, Member];
      const [postId = ''] = await insertPosts(db, seller.id, 1, () => ({ quantity: `${quintals} quintal` }));
      await insertOffer(db, { buyer: stranger, seller }, { post_id: postId });
      const real: Scene = { postId, members: { buyer, seller, stranger } };
      await fc.asyncModelRun(() => ({ model: {}, real }), steps);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
  },
);
