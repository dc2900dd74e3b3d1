import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { flagRules, type FlagRule } from '@upaj/contract/moderation/flags';
import { accounts, modalPrices, posts, sellers, type MadeUpPost } from '#test/flag-set.ts';
import { insertDeal } from '#test/deal-rows.ts';
import { appForTests } from '#test/hooks.ts';
import { daysAgo, rateRow } from '#test/market-rows.ts';
import { changeUser, insertPeople, insertPosts } from '#test/rows.ts';
import { rememberRemoved } from './rows.ts';
import { storeEvents } from '#test/events.ts';

const day = 24 * 60 * 60_000;
const decision = new URL('../../../../docs/decisions/0040-flags.md', import.meta.url);

const app = appForTests();
/** The rule that should flag a post, account or seller, by its id. It is null when no rule should. */
const wrongOf = new Map<string, FlagRule | null>();

beforeAll(async () => {
  const rates = Object.entries(modalPrices).map(([crop, modalPrice]) =>
    rateRow({ crop, commodity: crop, modalPrice, arrivalDate: daysAgo(0) }),
  );
  await app.services.rates.ingest(rates, { isSample: false });
  await app.services.market.currentBoard();
  await addPosts();
  await addAccounts();
  await addSellers();
}, 300_000);

async function addPosts(): Promise<void> {
  const all = posts();
  const names = [...new Set(all.map(({ author }) => author))];
  const ids = await insertPeople(app.database.db, names.length);
  const people = new Map(names.map((name, index) => [name, ids[index] ?? '']));
  for (const isLate of [false, true])
    await createPosts(
      all.filter((post) => Boolean(post.isLate) === isLate),
      people,
    );
}

async function createPosts(some: readonly MadeUpPost[], people: ReadonlyMap<string, string>): Promise<void> {
  const { db } = app.database;
  const ids = await insertPosts(db, people.get('person 1') ?? '', some.length, (index) => {
    const { author, title, description, price, unit, crop } = some[index]!;
    const goods = { price, price_unit: unit, crop_key: crop, crop_type: crop };
    return { author_id: people.get(author) ?? '', title, description, ...goods };
  });
  const photos = some.map(({ photo: [part_1, part_2, part_3, part_4] }, index) => {
    return { name: uuidv7(), post_id: ids[index] ?? '', part_1, part_2, part_3, part_4 };
  });
  await db.insertInto('post_photos').values(photos).execute();
  for (const [index, { wrong, isRemoved }] of some.entries()) {
    const id = ids[index] ?? '';
    if (isRemoved) await db.transaction().execute((trx) => rememberRemoved(id, trx));
    else wrongOf.set(id, wrong);
  }
  await storeEvents(db, 'post.created', ...ids.map((postId) => ({ postId })));
  await app.services.outbox.deliver();
}

async function addAccounts(): Promise<void> {
  const all = accounts();
  const ids = await insertPeople(app.database.db, all.length);
  await storeEvents(
    app.database.db,
    'account.registered',
    ...all.map(({ address, device, wrong }, index) => {
      const userId = ids[index] ?? '';
      wrongOf.set(userId, wrong);
      // Only the last four accounts are sent, because the cookie of a browser remembers four.
      const others = ids
        .slice(0, index)
        .filter((_, other) => all[other]?.device === device)
        .slice(-4);
      return { userId, address, others };
    }),
  );
  await app.services.outbox.deliver();
}

async function addSellers(): Promise<void> {
  const { db } = app.database;
  const since = (isNew: boolean) => ({ created_at: new Date(Date.now() - (isNew ? 5 : 200) * day) });
  for (const { isNew, wrong, deals } of sellers()) {
    const buyers = [...new Set(deals.map(({ buyer }) => buyer))];
    const [seller = '', ...buyerIds] = await insertPeople(db, 1 + buyers.length);
    await changeUser(db, seller, since(isNew));
    wrongOf.set(seller, wrong);
    for (const { buyer, isBuyerNew, minutes } of deals) {
      const buyerId = buyerIds[buyers.indexOf(buyer)] ?? '';
      await changeUser(db, buyerId, since(isBuyerNew));
      const [at, agreed] = [new Date(), new Date(Date.now() - minutes * 60_000)];
      const times = {
        buyer_delivered_at: at,
        seller_delivered_at: at,
        buyer_paid_at: at,
        seller_paid_at: at,
      };
      const completed = { status: 'completed', created_at: agreed, ended_at: at, ...times };
      const dealId = await insertDeal(db, { seller: { id: seller }, buyer: { id: buyerId } }, completed);
      await storeEvents(db, 'deal.changed', { dealId, event: 'completed', side: 'seller', at: at.toJSON() });
    }
  }
  await app.services.outbox.deliver();
}

/** Those that compare what accounts claim find facts, which this market cannot measure. */
const withoutPosts: readonly FlagRule[] = ['former-account', 'same-aadhaar', 'badge-changed'];
const measured = flagRules.filter((rule) => !withoutPosts.includes(rule));

const share = (part: number, whole: number) => (part / whole).toFixed(2);

test('precision and recall of the rules are those that decision 40 states', async () => {
  const labels = [...wrongOf.values()];
  expect([labels.filter((wrong) => !wrong).length, labels.filter(Boolean).length]).toEqual([1_000, 200]);

  const flags = await app.database.db.selectFrom('flags').select(['rule', 'thing_id']).execute();
  const row = (name: string, found: ReadonlySet<string>, wrong: ReadonlySet<string>) => {
    const right = [...found].filter((id) => wrongOf.get(id)).length;
    const caught = [...wrong].filter((id) => found.has(id)).length;
    const counts = [found.size, found.size - right, wrong.size, caught];
    return [name, ...counts.map(String), share(right, found.size), share(caught, wrong.size)];
  };
  const foundBy = (rules: readonly string[]) =>
    new Set(
      flags
        .filter(({ rule, thing_id: id }) => rules.includes(rule) && wrongOf.has(id))
        .map(({ thing_id: id }) => id),
    );
  const wrongBy = (rules: readonly string[]) =>
    new Set([...wrongOf].filter(([, wrong]) => wrong && rules.includes(wrong)).map(([id]) => id));
  const table = [
    ...measured.map((rule) => row(rule, foundBy([rule]), wrongBy([rule]))),
    row('all', foundBy(measured), wrongBy(measured)),
  ];

  const text = await readFile(decision, 'utf8');
  const stated = text
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
    .filter(([name = '']) => name === 'all' || flagRules.some((rule) => rule === name));
  // Rows of another number of cells are from the document's second table, about what the rules find.
  expect(stated.filter((cells) => cells.length === 7)).toEqual(table);
});
