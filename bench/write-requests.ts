import { randomUUID } from 'node:crypto';
import type { SentRequest } from './connection.ts';
import { offerId, pairOf } from './offer-rows.ts';
import { nth, type Market } from './people.ts';

export const actions = [
  'like',
  'create',
  'price',
  'comment',
  'follow',
  'first-message',
  'message',
  'counter',
  'accept',
  'offer',
  'availability',
] as const;
export type Action = (typeof actions)[number];

/** Returns write requests. Requests with different numbers differ, so that none finds its work already done. */
export function writesOf(action: Action, market: Market, from: number, count: number): SentRequest[] {
  return Array.from({ length: count }, (_, index) => makeWrite(action, market, from + index));
}

const terms = {
  quantity: 0.01,
  unit: 'quintal',
  price: 2105.75,
  priceUnit: 'per quintal',
  delivery: 'pickup',
  validDays: 3,
  note: '',
};

/** How many posts are sold out before the first of them is available again. */
const soldOut = 64;

function makeWrite(action: Action, market: Market, number: number): SentRequest {
  const { writers, postIds } = market;
  const turn = Math.floor(number / writers.length);
  const writer = nth(writers, number);
  const { id, cookie } = writer;
  // The distance to another writer is never 0, so that nobody writes to or follows oneself in any turn.
  const distanceOf = (of: number) => 1 + (of % (writers.length - 1));
  // Each writer writes about another post, and in each turn about the next one.
  const postId = nth(postIds, (number % writers.length) * 7919 + turn);
  const post = (path: string, body?: object): SentRequest => ({ method: 'POST', path, cookie, body });
  switch (action) {
    case 'like':
      return post(`/api/v1/like/like/${postId}`);
    case 'create':
      return post('/create', { authorId: id });
    case 'price':
      return post('/price', { id: writer.postId, price: 10 + (number % 5_000) });
    case 'availability': {
      const isAvailable = Math.floor(number / soldOut) % 2 === 1;
      const seller = nth(writers, Math.floor(number / soldOut / 2) * soldOut + (number % soldOut));
      const path = `/api/v1/post/${seller.postId}/availability`;
      return { method: 'PATCH', path, cookie: seller.cookie, body: { isAvailable } };
    }
    case 'comment': {
      const text = 'Is it still there? I need 20 quintal next week.';
      return post(`/api/v1/post/${postId}/comments`, { text, clientId: randomUUID() });
    }
    case 'follow':
      return post(`/api/v1/follow/follow/${nth(writers, number + distanceOf(turn)).username}`);
    case 'first-message':
    case 'message': {
      const text = 'I can collect it on Friday morning. Is 31 rupees your last price?';
      // Each pair writes in both directions, so the limit for strangers does not apply.
      const partner = (number % writers.length) ^ 1;
      const other = nth(writers, action === 'message' ? partner : number + distanceOf(turn + 1));
      return post(`/api/v1/messages/send/${other.id}`, { text, clientId: randomUUID() });
    }
    case 'offer': {
      const { buyer, seller } = pairOf(market, number);
      const body = { ...terms, postId: seller.postId, clientId: randomUUID() };
      return { method: 'POST', path: '/api/v1/offers', cookie: buyer.cookie, body };
    }
    case 'counter':
    case 'accept': {
      const { cookie: sellerCookie } = pairOf(market, number).seller;
      const body = { version: 1, ...(action === 'counter' && terms) };
      const path = `/api/v1/offers/${offerId(number)}/${action}`;
      return { method: 'POST', path, cookie: sellerCookie, body };
    }
  }
}
