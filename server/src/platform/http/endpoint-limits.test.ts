import { endpoints, type Endpoint, type EndpointKey } from '@upaj/contract/endpoints';
import type { CallLimit } from '@upaj/contract/rate-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { insertMembers } from '#test/rows.ts';

/** The calls that count together, for each limit. */
const callsByLimit = new Map<CallLimit, EndpointKey[]>();
for (const [key, { limits = [] }] of Object.entries<Endpoint>(endpoints))
  for (const limit of limits)
    callsByLimit.set(limit, [...(callsByLimit.get(limit) ?? []), key as EndpointKey]);
const declared = [...callsByLimit.keys()].map((limit) => ({ ...limit }));

const few = 3;
let app: TestApp;
beforeAll(async () => {
  for (const limit of callsByLimit.keys()) limit.points = few;
  app = await startTestApp({ hasSearchLimits: true });
  for (const [index, limit] of [...callsByLimit.keys()].entries()) Object.assign(limit, declared[index]);
});
afterAll(() => app.close());

test('members and addresses have these limits', () => {
  const limits = [...callsByLimit].map(
    ([{ name, points, minutes, by }, { length }]) =>
      `${name}: ${points} in ${minutes < 1 ? `${minutes * 60} s` : `${minutes} min`} by ${by}, ${length} ${length === 1 ? 'call' : 'calls'}`,
  );
  expect(limits.toSorted()).toEqual([
    'added-aadhaar: 5 in 60 min by member, 1 call',
    'added-emails: 5 in 60 min by member, 1 call',
    'alert-writes: 120 in 60 min by member, 2 calls',
    'appeal-links: 120 in 60 min by address, 2 calls',
    'appeals: 20 in 60 min by member, 1 call',
    'code-tries-of-address: 600 in 60 min by address, 1 call',
    'code-tries-of-member: 60 in 60 min by member, 2 calls',
    'codes-of-address: 60 in 60 min by address, 1 call',
    'codes-of-member: 10 in 60 min by member, 1 call',
    'comments: 60 in 60 min by member, 1 call',
    'contact-reveals-of-address: 200 in 1440 min by address, 1 call',
    'contact-reveals: 30 in 1440 min by member, 1 call',
    'crop-searches: 300 in 1 min by member, 2 calls',
    'deal-changes: 120 in 60 min by member, 5 calls',
    'follows: 60 in 1 min by member, 2 calls',
    'likes: 120 in 1 min by member, 2 calls',
    'link-tries-of-address: 300 in 60 min by address, 2 calls',
    'login-tries-of-address: 1000 in 15 min by address, 1 call',
    'message-photos: 120 in 60 min by member, 1 call',
    'offer-responses: 120 in 60 min by member, 4 calls',
    'offers: 30 in 60 min by member, 1 call',
    'people-searches: 120 in 1 min by member, 1 call',
    'pins: 120 in 60 min by member, 1 call',
    'place-searches-of-address: 300 in 1 min by address, 2 calls',
    'post-tries: 300 in 60 min by member, 2 calls',
    'posts: 60 in 60 min by member, 2 calls',
    'profile-photos: 60 in 60 min by member, 2 calls',
    'push-writes: 60 in 60 min by member, 1 call',
    'registration-tries-of-address: 500 in 60 min by address, 1 call',
    'reports: 30 in 60 min by member, 1 call',
    'resets-of-address: 30 in 60 min by address, 1 call',
    'reviews: 30 in 60 min by member, 2 calls',
    'saved-search-writes: 120 in 60 min by member, 2 calls',
    'saves: 120 in 1 min by member, 2 calls',
    'search-bursts: 8 in 1 s by member, 9 calls',
    'searches: 120 in 1 min by member, 4 calls',
    'second-factor-starts: 20 in 60 min by member, 1 call',
    'social-starts-of-address: 300 in 15 min by address, 1 call',
    'spoken-posts: 30 in 1 min by member, 1 call',
    'suggestions: 300 in 1 min by member, 1 call',
    'upi-changes: 10 in 60 min by member, 1 call',
    'upi-views: 60 in 60 min by member, 1 call',
    'verification: 20 in 60 min by member, 2 calls',
    'verifications-of-account: 3 in 60 min by member, 1 call',
    'wanted-searches: 120 in 1 min by member, 1 call',
    'wanted-writes: 60 in 60 min by member, 3 calls',
  ]);
});

test('where only accepted calls count, another limit counts refused ones too', () => {
  const unbounded = Object.entries<Endpoint>(endpoints).filter(
    ([, { limits = [] }]) =>
      limits.length > 0 && limits.every(({ countsOnlyAccepted }) => countsOnlyAccepted),
  );
  expect(unbounded.map(([key]) => key)).toEqual([]);
});

const id = '01900000-0000-7000-8000-000000000000';
const params = {
  ...Object.fromEntries(['post', 'deal', 'offer', 'alert', 'search', 'wanted'].map((of) => [`${of}Id`, id])),
  username: 'nobody',
  userId: 'nobody',
  provider: 'google',
  pincode: '411001',
};

function send(client: TestClient, call: EndpointKey, address: string) {
  return client.send(call, { params, query: { q: 'wheat' }, headers: { 'x-forwarded-for': address } });
}

test.each([...callsByLimit].map(([limit, calls], index) => ({ ...limit, calls, index })))(
  'limits $name before the form is read, for all its calls together',
  async ({ by, minutes, calls, index }) => {
    const members = await insertMembers(app.database.db, app.url, few + 2);
    const [other, one, ...rest] = members.map(({ client }) => client);
    if (!one || !other) throw new Error('no members');
    const here = `203.0.113.${index}`;
    for (let count = 0; count < few; count += 1) {
      // A limit by address is tested with a new member for each call, because the call may also have a limit by member.
      const client = by === 'member' ? one : (rest[count] ?? one);
      expect((await send(client, calls[count % calls.length]!, here)).status).not.toBe(429);
    }
    for (const call of calls) {
      const { status, headers } = await send(one, call, here);
      expect([call, status]).toEqual([call, 429]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(minutes * 60 - 30);
      if (by === 'member') expect((await send(new TestClient(app.url), call, here)).status).toBe(401);
    }
    const [call] = calls as [EndpointKey];
    const elsewhere = await send(other, call, '203.0.114.1');
    expect(elsewhere.status).not.toBe(429);
  },
);

const lists = ['GET /api/v1/post/feed', 'GET /api/v1/wanted'] as const;

test('a list without words to understand does not count as a search', async () => {
  const [member] = await insertMembers(app.database.db, app.url, 1);
  for (const call of lists)
    for (const query of [{}, { q: '' }, { cursor: 'x' }])
      for (let count = 0; count <= few; count += 1)
        expect((await member?.client.send(call, { query }))?.status).not.toBe(429);
});

test.each([{ q: 'wheat', cursor: 'x' }, { cropType: 'whaet' }])(
  'further pages, refused cursors and crops count as searches: %j',
  async (query) => {
    for (const call of lists) {
      const [member] = await insertMembers(app.database.db, app.url, 1);
      for (let count = 0; count < few; count += 1)
        expect((await member?.client.send(call, { query }))?.status).not.toBe(429);
      expect((await member?.client.send(call, { query }))?.status).toBe(429);
    }
  },
);
