import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { SentRequest } from './connection.ts';
import { offerId, pairOf } from './deal-limits.ts';
import { nth, type Market } from './people.ts';

export const actions = [
  'like',
  'create',
  'price',
  'availability',
  'comment',
  'follow',
  'message',
  'offer',
  'counter',
  'accept',
] as const;
export type Action = (typeof actions)[number];

/** The same write as the app's request, and as the parameters of the limit's statement. */
export interface Write {
  app: SentRequest;
  limit: SentRequest;
}

/** Any two of a run differ, so that none finds its work done. */
export function writesOf(action: Action, market: Market, from: number, count: number): Write[] {
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

function makeWrite(action: Action, market: Market, number: number): Write {
  const { writers, postIds } = market;
  const turn = Math.floor(number / writers.length);
  const writer = nth(writers, number);
  const { id, cookie } = writer;
  // A stride without a common divisor visits every post before it repeats one.
  const postId = nth(postIds, number * 7919);
  const write = (method: string, path: string, body: object | undefined, values: unknown[]): Write => ({
    app: { method, path, cookie, body },
    limit: { method: 'POST', path: `/${action}`, body: values },
  });
  switch (action) {
    case 'like':
      return write('POST', `/api/v1/like/like/${postId}`, undefined, [id, postId]);
    case 'create':
      return write('POST', '/create', { authorId: id }, [uuidv7(), id]);
    case 'price': {
      const price = 10 + (number % 5_000);
      return write('POST', '/price', { id: writer.postId, price }, [writer.postId, price]);
    }
    case 'availability': {
      const isAvailable = turn % 2 === 1;
      const path = `/api/v1/post/${writer.postId}/availability`;
      return write('PATCH', path, { isAvailable }, [writer.postId, isAvailable]);
    }
    case 'comment': {
      const text = 'Is it still there? I need 20 quintal next week.';
      const path = `/api/v1/post/${postId}/comments`;
      return write('POST', path, { text, clientId: randomUUID() }, [uuidv7(), postId, id, text]);
    }
    case 'follow': {
      const other = nth(writers, number + 1 + turn);
      return write('POST', `/api/v1/follow/follow/${other.username}`, undefined, [id, other.id]);
    }
    case 'message': {
      // Each pair writes in both directions, so the limit for strangers does not apply.
      const text = 'I can collect it on Friday morning. Is 31 rupees your last price?';
      const other = nth(writers, (number % writers.length) ^ 1);
      const path = `/api/v1/messages/send/${other.id}`;
      return write('POST', path, { text, clientId: randomUUID() }, [uuidv7(), id, other.id, text]);
    }
    case 'offer': {
      const { buyer, seller } = pairOf(market, number);
      const body = { ...terms, postId: seller.postId, clientId: randomUUID() };
      const values = [uuidv7(), uuidv7(), uuidv7(), buyer.id, seller.postId];
      return {
        app: { method: 'POST', path: '/api/v1/offers', cookie: buyer.cookie, body },
        limit: { method: 'POST', path: '/offer', body: values },
      };
    }
    case 'counter':
    case 'accept': {
      const { cookie } = pairOf(market, number).seller;
      const path = `/api/v1/offers/${offerId(number)}/${action}`;
      const body = { version: 1, ...(action === 'counter' && terms) };
      const deal = action === 'accept' ? [10_000_000 + number] : [];
      return {
        app: { method: 'POST', path, cookie, body },
        limit: { method: 'POST', path: `/${action}`, body: [offerId(number), uuidv7(), uuidv7(), ...deal] },
      };
    }
  }
}
