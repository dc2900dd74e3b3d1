import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointKey } from '@upaj/contract/endpoints';
import { beforeAll, expect, test } from 'vitest';
import type { TestClient } from './client.ts';
import { confirm } from './deal-calls.ts';
import { insertDeal } from './deal-rows.ts';
import { addComment, addPerson, addPost, photo, postFields, toForm, type Person } from './factories.ts';
import { appForTests } from './hooks.ts';
import { makeOffer, respond } from './offer-calls.ts';
import { insertMembers, insertPosts } from './rows.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');

/** Reads the rows of the table under "Queries": the request, and the numbers of queries that it may take. */
const documented = [...page.matchAll(/^\| ([^|]+?) +\| (\d+)(?: (?:or|to) (\d+))? +\|.*\|$/gm)].map(
  ([, name = '', least = '', most = least]) => ({ name, numbers: [Number(least), Number(most)] }),
);

// The embedded database answers a repeated read without a query, unless something was written: see `countWrites`.
const app = appForTests({ countWrites: undefined });
let seller: Person;
let buyer: Person;
let post: { params: { postId: string } };
beforeAll(async () => {
  [seller, buyer] = await Promise.all([addPerson(app.url), addPerson(app.url, { userType: 'merchant' })]);
  post = await newPost();
  for (let index = 0; index < 21; index += 1)
    await addComment(buyer, post.params.postId, `Question ${index}`);
  await sendText();
  await sendText(seller, buyer);
});

async function newPost(owner = seller) {
  return { params: { postId: (await addPost(owner))._id } };
}

const to = ({ account }: Person) => ({ params: { userId: account._id } });

async function sendText(from = buyer, receiver = seller, changes: object = {}) {
  const body = { text: 'Is it dry?', ...changes };
  return (await from.client.call('POST /api/v1/messages/send/:userId', { ...to(receiver), body })).newMessage;
}

async function newOffer() {
  return makeOffer(buyer, (await newPost()).params.postId);
}

async function sessionOfNewMember() {
  const [member] = await insertMembers(app.database.db, app.url, 1);
  return member!.client;
}

/** Prepares a request, and returns the function that sends it. Only the queries of that function count. */
type Request = () => Promise<() => Promise<unknown>>;
type Sent = Parameters<TestClient['call']>[1];

const ofBuyer =
  (key: EndpointKey, sent: () => Sent = () => ({})): Request =>
  async () => {
    const parts = sent();
    return () => buyer.client.call(key, parts);
  };
const ofSeller =
  (key: EndpointKey, sent: () => Sent = () => ({})): Request =>
  async () =>
  () =>
    seller.client.call(key, sent());

const search = (q: string) => ofBuyer('GET /api/v1/post/feed', () => ({ query: { q, limit: newLimit() } }));
const named = () => ({ params: { username: seller.account.username } });

let limit = 1;
/** Returns a page size that no earlier request had, because pages of that size are not cached. */
const newLimit = () => (limit += 1);
let isAvailable = true;

/**
 * The requests of each row of the documented table: the one that takes the fewest queries, and the one that takes the
 * most if the row has two numbers.
 */
const requests: Record<string, [Request] | [Request, Request]> = {
  'the session of any request': [
    ofBuyer('GET /api/v1/crops', () => ({ query: { q: 'wheat' } })),
    async () => {
      const client = await sessionOfNewMember();
      return () => client.call('GET /api/v1/crops', { query: { q: 'wheat' } });
    },
  ],
  feed: [
    ofBuyer('GET /api/v1/post/feed', () => ({ query: { limit: 1 } })),
    async () => {
      const category = 'Seeds';
      await insertPosts(app.database.db, seller.account._id, 1, () => ({ category, is_available: false }));
      return () => buyer.client.call('GET /api/v1/post/feed', { query: { category, limit: newLimit() } });
    },
  ],
  search: [
    ofBuyer('GET /api/v1/post/feed', () => ({ query: { q: 'gehu punjab', limit: 1 } })),
    search('wheat xyzzyqq'),
  ],
  'suggestions while typing': [ofBuyer('GET /api/v1/search', () => ({ query: { q: 'maize punjab' } }))],
  'saved posts': [ofBuyer('GET /api/v1/users/saved-posts')],
  'liked posts': [ofBuyer('GET /api/v1/post/liked')],
  'saved searches': [ofBuyer('GET /api/v1/saved-searches')],
  followers: [ofBuyer('GET /api/v1/follow/followers/:username', named)],
  reviews: [ofBuyer('GET /api/v1/reviews/:username', named)],
  profile: [ofBuyer('GET /api/v1/users/user/:username', named)],
  notifications: [ofBuyer('GET /api/v1/notifications')],
  'wanted posts': [ofBuyer('GET /api/v1/wanted')],
  post: [ofBuyer('GET /api/v1/post/:postId', () => post)],
  'public page of a post': [async () => () => buyer.client.fetch(`/s/${post.params.postId}`)],
  'first page of comments': [
    ofBuyer('GET /api/v1/post/:postId/comments', () => post),
    async () => {
      await addComment(buyer, post.params.postId, 'And clean?');
      await app.services.outbox.deliver();
      return () => seller.client.call('GET /api/v1/post/:postId/comments', post);
    },
  ],
  'next page of comments': [
    async () => {
      const first = await buyer.client.call('GET /api/v1/post/:postId/comments', post);
      const query = { cursor: first.page.nextCursor! };
      return () => buyer.client.call('GET /api/v1/post/:postId/comments', { ...post, query });
    },
  ],
  'own posts in numbers': [
    async () => {
      await insertPosts(app.database.db, seller.account._id, 2);
      const call = 'GET /api/v1/users/post-figures';
      const first = await seller.client.call(call, { query: { limit: 1 } });
      return () => seller.client.call(call, { query: { limit: 1, cursor: first.page.nextCursor! } });
    },
    ofSeller('GET /api/v1/users/post-figures'),
  ],
  purchases: [ofBuyer('GET /api/v1/users/purchases')],
  like: [
    async () => {
      const liked = await newPost();
      return () => buyer.client.call('POST /api/v1/like/like/:postId', liked);
    },
  ],
  unlike: [
    async () => {
      await buyer.client.call('POST /api/v1/like/like/:postId', post);
      return () => buyer.client.call('DELETE /api/v1/like/unlike/:postId', post);
    },
  ],
  follow: [
    async () => {
      const { account } = await addPerson(app.url);
      const params = { username: account.username };
      return () => buyer.client.call('POST /api/v1/follow/follow/:username', { params });
    },
  ],
  'new comment': [async () => () => addComment(buyer, post.params.postId, 'Still there?')],
  'save a post': [ofBuyer('PUT /api/v1/post/:postId/save', () => post)],
  'new post': [
    async () => {
      const form = toForm(postFields({ title: randomUUID() }), { images: [await photo()] });
      return () => seller.client.call('POST /api/v1/post/create-post', { form });
    },
  ],
  'edit of a post': [
    ofSeller('PATCH /api/v1/post/:postId', () => ({
      ...post,
      form: toForm(postFields({ title: randomUUID() })),
    })),
    async () => {
      const owner = await addPerson(app.url);
      const form = toForm(postFields({ isFeatured: 'true' }));
      const edited = await newPost(owner);
      return () => owner.client.call('PATCH /api/v1/post/:postId', { ...edited, form });
    },
  ],
  availability: [
    ofSeller('PATCH /api/v1/post/:postId/availability', () => {
      isAvailable = !isAvailable;
      return { ...post, body: { isAvailable } };
    }),
  ],
  message: [async () => () => sendText()],
  'first message, or one with the card of a post': [
    async () => {
      const receiver = await addPerson(app.url);
      return () => sendText(buyer, receiver);
    },
    async () => {
      const { postId } = (await newPost()).params;
      return () => sendText(buyer, seller, { postId });
    },
  ],
  'message with photos': [
    async () => {
      const form = toForm({ text: '', clientId: randomUUID() }, { images: [await photo()] });
      return () => buyer.client.call('POST /api/v1/messages/send-pictures/:userId', { ...to(seller), form });
    },
  ],
  conversation: [
    ofSeller('GET /api/v1/messages/:userId', () => to(buyer)),
    async () => {
      await sendText();
      return () => seller.client.call('GET /api/v1/messages/:userId', to(buyer));
    },
  ],
  'mark a message as read': [
    async () => {
      const params = { messageId: (await sendText())._id };
      return () => seller.client.call('PUT /api/v1/messages/mark/:messageId', { params });
    },
  ],
  'chat list': [ofSeller('GET /api/v1/messages/users')],
  'new offer': [
    async () => {
      const { postId } = (await newPost()).params;
      return () => makeOffer(buyer, postId);
    },
  ],
  'counter-offer': [
    async () => {
      const offer = await newOffer();
      return () => respond(seller, 'counter', offer);
    },
  ],
  'acceptance of an offer': [
    async () => {
      const offer = await newOffer();
      return () => respond(seller, 'accept', offer);
    },
  ],
  offers: [ofBuyer('GET /api/v1/offers')],
  deal: [
    async () => {
      const params = { dealId: await insertDeal(app.database.db, { buyer, seller }) };
      return () => buyer.client.call('GET /api/v1/deals/:dealId', { params });
    },
  ],
  'confirmation in a deal': [
    async () => {
      const dealId = await insertDeal(app.database.db, { buyer, seller });
      return () => confirm(buyer, dealId, 'paid');
    },
  ],
  photo: [
    async () => {
      const { data } = await buyer.client.call('GET /api/v1/post/:postId', post);
      return () => buyer.client.fetch(data.images[0]!);
    },
  ],
  'market page': [
    ofBuyer('GET /api/market/overview', () => ({ query: { location: 'Ludhiana, Punjab' } })),
    ofBuyer('GET /api/market/overview'),
  ],
  'where to sell, and the price next to a post': [
    ofBuyer('GET /api/v1/market/offers', () => ({
      query: { commodity: 'Wheat', state: 'Punjab', district: 'Ludhiana' },
    })),
  ],
};

test('each row of the table has its requests, and the other way round', () => {
  expect(documented.map(({ name }) => name)).toEqual(Object.keys(requests));
});

test.each(documented)('$name takes the documented number of queries', async ({ name, numbers }) => {
  const found = [];
  for (const request of requests[name] ?? []) found.push(await countQueries(request));
  expect([found[0], found.at(-1)]).toEqual(numbers);
});

/**
 * Tries the request several times and returns the fewest queries: queries of earlier requests may still be running, and
 * the first try may fill a cache.
 */
async function countQueries(prepare: Request): Promise<number> {
  const { queries } = app.database;
  const counts = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const request = await prepare();
    queries.length = 0;
    await request();
    counts.push(queries.filter((query) => !/^(begin|commit)$/i.test(query)).length);
  }
  return Math.min(...counts);
}
