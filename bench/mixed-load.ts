import { randomUUID } from 'node:crypto';
import { photo, postFields, toForm } from '../server/test/factories.ts';
import { cropRows, placeRows } from './catalogue.ts';
import { HttpConnection, type SentRequest, type TimedResponse } from './connection.ts';
import { nth, type Market } from './people.ts';

export const shares = { feed: 0.8, post: 0.1, like: 0.05, chat: 0.04, create: 0.01 } as const;
export type Kind = keyof typeof shares;

export interface MixedOrder {
  port: number;
  connections: number;
  ms: number;
  market: Market;
}

export interface MixedResult {
  seconds: number;
  /** How many ms each request took, by its kind. */
  latencies: Record<Kind, number[]>;
  errors: string[];
}

/** The lists that people open: mostly all posts, then a crop, a state, a category or a price order. */
const lists = [
  ...Array<string>(10).fill(''),
  'cropType=Wheat',
  'cropType=Onion',
  'cropType=Tomato',
  'state=Punjab',
  'state=Maharashtra',
  'category=Vegetables',
  'category=Grains',
  'state=Punjab&cropType=Wheat',
  'sort=price-low',
  'sort=popular',
];
/** The share of feed requests that ask for the next page of the same list. */
const scrolled = 0.2;
const [goods, places] = [cropRows(), placeRows()];

export async function runMixedLoad({ port, connections, ms, market }: MixedOrder): Promise<MixedResult> {
  const latencies: Record<Kind, number[]> = { feed: [], post: [], like: [], chat: [], create: [] };
  const errors: string[] = [];
  const image = await photo();
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  let number = 0;

  async function create(cookie: string): Promise<{ status: number; ms: number }> {
    const { en, category, middle } = anyOf(goods);
    const price = (middle * (0.75 + Math.random() / 2)).toFixed(2);
    const body = toForm(postFields({ cropType: en, category, price, ...anyOf(places) }), { images: [image] });
    const sentAt = performance.now();
    const { status, text } = await fetch(`${origin}/api/v1/post/create-post`, {
      method: 'POST',
      headers: { cookie, origin },
      body,
    }).then(async (response) => ({ status: response.status, text: await response.text() }));
    if (status >= 300) throw new Error(`create answered ${status}: ${text}`);
    return { status, ms: performance.now() - sentAt };
  }

  const work = async () => {
    const connection = new HttpConnection(port, { origin });
    const feed = feedReader(connection);
    while (performance.now() - began < ms) {
      number += 1;
      const kind = kindOf(Math.random());
      const { cookie } = nth(market.writers, number);
      const send = () => {
        if (kind === 'feed') return feed.read(cookie);
        if (kind === 'create') return create(cookie);
        return connection.send({ ...requestOf(kind, market, number), cookie });
      };
      try {
        const { status, ms: took } = await send();
        if (status >= 300) errors.push(`${kind} answered ${status}`);
        latencies[kind].push(took);
      } catch (error) {
        errors.push(String(error));
        if (kind !== 'create') break;
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { seconds: (performance.now() - began) / 1000, latencies, errors };
}

function kindOf(chance: number): Kind {
  let left = chance;
  for (const [kind, share] of Object.entries(shares) as [Kind, number][]) {
    left -= share;
    if (left < 0) return kind;
  }
  return 'feed';
}

function feedReader(connection: HttpConnection) {
  let list = '';
  let cursor: string | undefined;
  return {
    async read(cookie: string): Promise<TimedResponse> {
      if (!cursor || Math.random() >= scrolled) [list, cursor] = [anyOf(lists), undefined];
      const path = `/api/v1/post/feed?${list}${cursor ? `&cursor=${cursor}` : ''}`;
      const response = await connection.send({ method: 'GET', path, cookie });
      // Read only the end of the response, because parsing the posts would cost as much as the request.
      const page = response.body.subarray(response.body.lastIndexOf('"page":')).toString();
      cursor = /"nextCursor":"([^"]+)"/.exec(page)?.[1];
      return response;
    },
  };
}

function requestOf(
  kind: Exclude<Kind, 'feed' | 'create'>,
  { writers, postIds }: Market,
  number: number,
): SentRequest {
  const postId = anyOf(postIds);
  switch (kind) {
    case 'post':
      return { method: 'GET', path: `/api/v1/post/${postId}` };
    case 'like':
      return { method: 'POST', path: `/api/v1/like/like/${postId}` };
    case 'chat': {
      const body = { text: 'Is it still there?', clientId: randomUUID() };
      const partner = nth(writers, (number % writers.length) ^ 1);
      return { method: 'POST', path: `/api/v1/messages/send/${partner.id}`, body };
    }
  }
}

function anyOf<T>(list: readonly T[]): T {
  return nth(list, Math.floor(Math.random() * list.length));
}
