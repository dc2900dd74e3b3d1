import fc from 'fast-check';
import type { PostForm } from '@upaj/contract/trade/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaService } from '#src/platform/media/service.ts';
import { likesStore } from '#src/trade/likes/store.ts';
import { postsService } from '#src/trade/posts/service.ts';
import { postsStore } from '#src/trade/posts/store.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertPeople } from '#test/rows.ts';
import { readFeedCursor } from '#src/trade/lists/cursor.ts';
import { toFeedRequest, type FeedPage } from './request.ts';
import { feedService, type FeedService } from './service.ts';
import { feedStore } from './store.ts';

let database: TestDatabase;
let people: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  people = await insertPeople(database.db, 3);
});
afterAll(() => database.close());

const outbox = { nudge: () => {} };
const noPrice = async () => null;
const directory = { findNamed: async () => [] };
const image = { url: '/media/0-1280.webp', width: 1, height: 1, thumbhash: '' };
const media = {
  save: (
    _: unknown,
    show: (images: unknown[], claim: () => Promise<void>, hashes: Map<string, unknown>) => unknown,
  ) => show([image], async () => {}, new Map()),
  release: async () => {},
  drop: async () => {},
} as unknown as MediaService;

const makePosts = (feed: FeedService) =>
  postsService({
    db: database.db,
    store: postsStore(database),
    views: { count: async () => {} },
    media,
    feed,
    outbox,
    findPrice: noPrice,
    retainPost: async () => new Set(),
  });

const goods = [
  { category: 'Grains', cropType: 'Wheat', price: 20, state: 'Punjab' },
  { category: 'Grains', cropType: 'Rice', price: 60, state: 'Goa' },
  { category: 'Fruits', cropType: 'Mango', price: 60, state: 'Punjab' },
] as const;

function formOf(kind: number, isOrganic: boolean): PostForm {
  const [place, shelLife] = [
    { district: 'Ludhiana', city: 'Khanna', village: '', pincode: '141401' },
    '1 year',
  ];
  const rest = { variety: '', minorderQunatity: '', packaging: '', tags: [], isOrganic, isFeatured: false };
  const offer = {
    title: 'Fresh',
    description: 'From the farm',
    quantity: '1',
    priceUnit: 'per kg' as const,
    shelLife,
  };
  return { ...offer, ...place, ...rest, ...goods[kind % goods.length] } as unknown as PostForm;
}

const queries: Record<string, string>[] = [
  {},
  { category: 'Grains' },
  { availability: 'sold-out' },
  { q: 'rice' },
  { sort: 'price-low' },
];

async function readPages(
  feed: FeedService,
  query: Record<string, string>,
  viewerId: string,
  authorId?: string,
) {
  const request = toFeedRequest(
    { ...query, limit: 2 } as never,
    { id: viewerId, place: null, varieties: new Map() },
    authorId,
  );
  const pages: { data: string; page: FeedPage }[] = [];
  for (let count = 0; count < 4; count += 1) {
    const found = await feed.findPage(request, viewerId);
    pages.push(found);
    const { nextCursor } = found.page;
    if (!nextCursor) break;
    request.cursor = readFeedCursor(nextCursor, request.sort);
  }
  return pages;
}

const step = fc.record({
  kind: fc.constantFrom('create', 'edit', 'sell', 'remove', 'like', 'view'),
  by: fc.nat(2),
  post: fc.nat(9),
  goods: fc.nat(2),
  flag: fc.boolean(),
  /** Whether the step runs while pages are being read. */
  isConcurrent: fc.boolean(),
});

test('after any writes, pages and totals from memory equal those of the database', async () => {
  const { db } = database;
  const store = feedStore({ db });
  const deps = { store, findPrice: noPrice, directory };
  const likes = likesStore({ db: db });
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
    await db.deleteFrom('posts').execute();
    const fromDatabase = feedService({ ...deps, hasPageCache: false });
    const elsewhere = feedService(deps);
    const feed = feedService({
      ...deps,
      dropPagesElsewhere() {
        elsewhere.dropPagesHere();
        // Without cached pages, `fromDatabase` still caches totals, which must be dropped too.
        fromDatabase.dropPagesHere();
      },
    });
    const posts = makePosts(feed);
    const own: { id: string; authorId: string }[] = [];

    async function write({ kind, by, post, goods: offer, flag }: (typeof steps)[number]): Promise<void> {
      const person = people[by] ?? '';
      const target = own[post % Math.max(1, own.length)];
      const form = formOf(offer, flag);
      if (kind === 'create' || !target) {
        const id = await posts.createPost(form, ['photo'], { authorId: person });
        own.push({ id, authorId: person });
        return;
      }
      const { id, authorId } = target;
      if (kind === 'edit') await posts.editPost(id, { ...form, imageOrder: image.url }, [], authorId);
      if (kind === 'sell') await posts.setAvailability(id, flag, authorId);
      if (kind === 'like') await likes.addLike(person, id);
      if (kind === 'view') await posts.viewPost(id, person);
      if (kind === 'remove') {
        await posts.deletePost(id, authorId);
        own.splice(own.indexOf(target), 1);
      }
    }

    const [viewer = ''] = people;
    for (const each of steps) {
      const query = queries[(each.post + each.goods) % queries.length] ?? {};
      const reads = each.isConcurrent ? [feed, elsewhere].map((one) => readPages(one, query, viewer)) : [];
      await Promise.all([write(each), ...reads]);
      for (const cached of [feed, elsewhere])
        for (const wanted of queries) {
          const pages = await readPages(cached, wanted, viewer);
          const expected = await readPages(fromDatabase, wanted, viewer);
          expect({ wanted, pages }).toEqual({ wanted, pages: expected });
        }
    }
    expect(await readPages(feed, {}, viewer, viewer)).toEqual(
      await readPages(fromDatabase, {}, viewer, viewer),
    );
  });
  await fc.assert(property, { numRuns: 8 });
});

test('requests for a page share a reading until a post is written, and what they read is not cached', async () => {
  const { db } = database;
  await db.deleteFrom('posts').execute();
  const store = feedStore({ db });
  const [hasRead, mayReturn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let readings = 0;
  const slow: typeof store = {
    ...store,
    async findPage(request, counted) {
      readings += 1;
      const found = await store.findPage(request, counted);
      hasRead.resolve();
      await mayReturn.promise;
      return found;
    },
  };
  const feed = feedService({ store: slow, findPrice: noPrice, directory });
  const posts = makePosts(feed);
  const [viewer = ''] = people;
  const early = [readPages(feed, {}, viewer), readPages(feed, {}, viewer)];
  await hasRead.promise;
  expect(readings).toBe(1);
  await posts.createPost(formOf(0, false), ['photo'], { authorId: viewer });
  const late = readPages(feed, {}, viewer);
  mayReturn.resolve();
  for (const pages of early) expect(await pages).toMatchObject([{ data: '[]' }]);
  for (const pages of [await late, await readPages(feed, {}, viewer)]) {
    expect(pages[0]?.page).toMatchObject({ total: 1 });
    expect(JSON.parse(pages[0]?.data ?? '')).toHaveLength(1);
  }
});
