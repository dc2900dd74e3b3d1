import { randomUUID } from 'node:crypto';
import { photo, postFields, toForm } from '../server/test/factories.ts';
import { HttpConnection, type SentRequest } from './connection.ts';
import { nth, type Market } from './market-writers.ts';

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
  /** In ms. */
  latencies: Record<Kind, number[]>;
  errors: string[];
}

/** What people open: mostly the first page, then a crop, a state, a category, a price order. */
const pages = [
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

export async function runMixed({ port, connections, ms, market }: MixedOrder): Promise<MixedResult> {
  const latencies: Record<Kind, number[]> = { feed: [], post: [], like: [], chat: [], create: [] };
  const errors: string[] = [];
  const image = await photo();
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  let number = 0;

  async function create(cookie: string): Promise<{ status: number; ms: number }> {
    const body = toForm(postFields(), { images: [image] });
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
    while (performance.now() - began < ms) {
      number += 1;
      const kind = kindOf(Math.random());
      const writer = nth(market.writers, number);
      const request = requestOf(kind, market, number);
      try {
        const { status, ms: took } = request
          ? await connection.send({ ...request, cookie: writer.cookie })
          : await create(writer.cookie);
        if (status >= 300) errors.push(`${kind} answered ${status}`);
        latencies[kind].push(took);
      } catch (error) {
        errors.push(String(error));
        if (request) break;
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

function requestOf(kind: Kind, { writers, postIds }: Market, number: number): SentRequest | undefined {
  const anyPost = nth(postIds, Math.floor(Math.random() * postIds.length));
  switch (kind) {
    case 'feed':
      return {
        method: 'GET',
        path: `/api/v1/post/feed?${nth(pages, Math.floor(Math.random() * pages.length))}`,
      };
    case 'post':
      return { method: 'GET', path: `/api/v1/post/${anyPost}` };
    case 'like':
      return { method: 'POST', path: `/api/v1/like/like/${anyPost}` };
    case 'chat': {
      const body = { text: 'Is it still there?', clientId: randomUUID() };
      const partner = nth(writers, (number % writers.length) ^ 1);
      return { method: 'POST', path: `/api/v1/messages/send/${partner.id}`, body };
    }
    case 'create':
      return undefined;
  }
}
