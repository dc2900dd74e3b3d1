import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const src = new URL('../', import.meta.url);
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
);
const read = (file: string) => readFileSync(new URL(file, src), 'utf8');

it('stores the queries on this list only: a new one must not be a secret of the user or of others', () => {
  const kinds = files.flatMap((file) =>
    [...read(file).matchAll(/stored: \{\s*kind: '([^']+)'/g)].map(
      ([, kind]) => `${file.split('/')[0]}: ${kind}`,
    ),
  );
  expect(kinds.sort()).toEqual([
    'chat: chats',
    'chat: rooms',
    'deals: deal',
    'deals: deals',
    'deals: offers',
    'deals: post-figures',
    'deals: purchases',
    'deals: reviews',
    'mandi: alerts',
    'mandi: commodities',
    'mandi: mandi-offers',
    'mandi: news',
    'mandi: overview',
    'mandi: rate',
    'mandi: rate-history',
    'mandi: rates',
    'notify: notifications',
    'people: profile',
    'trade: comments',
    'trade: feed',
    'trade: liked-posts',
    'trade: own-posts',
    'trade: post',
    'trade: posts-of-user',
    'trade: saved-posts',
    'trade: saved-searches',
    'trade: wanted',
    'trade: wanted-list',
  ]);
});

it('has no rule where UPI IDs, revealed numbers, settings, second factors or cases are read', () => {
  const secret =
    /deals\/upi|people\/(?:account|second-factor|users)|people\/profiles\/api|moderation|operations/;
  const withRule = files.filter((file) => secret.test(file) && /stored:/.test(read(file)));
  expect(withRule).toEqual([]);
});
