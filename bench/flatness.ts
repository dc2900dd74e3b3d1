import { sorts } from '@upaj/contract/trade/feed';
import { HttpConnection, type TimedResponse } from './connection.ts';
import { allowed, mediansInTurns } from './in-turns.ts';
import { milliseconds, toTable, verdict } from './numbers.ts';

/** With a connection of a logged-in user. */
export interface Size {
  posts: number;
  port: number;
  headers: Record<string, string>;
}

interface OpenTarget {
  posts: number;
  get(query: string): Promise<TimedResponse>;
  close(): void;
}

/** Every filter, with rare and frequent values; each fills a page at 10,000 posts. */
const filters = {
  none: '',
  'category, many': 'category=Vegetables',
  'category, few': 'category=Equipment',
  cropType: 'cropType=Wheat',
  state: 'state=Punjab',
  'state, district': 'state=Punjab&district=Amritsar',
  available: 'availability=available',
  'sold out': 'availability=sold-out',
  organic: 'organic=true',
  'price 0-50': 'priceRange=0-50',
  'price 50-100': 'priceRange=50-100',
  'price 100-200': 'priceRange=100-200',
  'price 200+': `priceRange=${encodeURIComponent('200+')}`,
  'q, frequent': 'q=wheat',
  'q, rare': 'q=amritsar',
  'q, two words': 'q=wheat+punjab',
  'category, state': 'category=Grains&state=Punjab',
  'category, price': 'category=Spices&priceRange=100-200',
} as const;

/** Page 2,500 of four posts each, the last one at 10,000 posts. */
const deep = { page: 2_500, limit: 4 };

/**
 * The same requests to both sizes in turns. The page cache is off; totals are cached, so each filter's first
 * request is reported separately.
 */
export async function measureFlatness(small: Size, large: Size): Promise<void> {
  const targets = [small, large].map(open) as [OpenTarget, OpenTarget];
  const head = ['p50 ms small → large', 'first', ...sorts];
  const rows: string[][] = [];
  let missed = 0;
  const compare = async (queries: readonly [string, string]) => {
    const [of, to] = await mediansInTurns([
      () => targets[0].get(queries[0]),
      () => targets[1].get(queries[1]),
    ]);
    const isFlat = to <= of * allowed;
    if (!isFlat) missed += 1;
    return `${milliseconds(of)} → ${milliseconds(to)} ${verdict(isFlat)}`;
  };
  try {
    for (const [name, filter] of Object.entries(filters)) {
      const firsts = await Promise.all(targets.map(async ({ get }) => milliseconds((await get(filter)).ms)));
      const cells = [name, firsts.join(' → ')];
      for (const sort of sorts) {
        const query = `${filter}&sort=${sort}`;
        cells.push(await compare([query, query]));
      }
      rows.push(cells);
    }
    const cells = [`page ${deep.page} of ${deep.limit} each`, ''];
    for (const sort of sorts) {
      const [first, second] = await Promise.all(targets.map((each) => findDeepCursor(each, sort)));
      const query = (cursor?: string) => `sort=${sort}&limit=${deep.limit}&cursor=${cursor}`;
      cells.push(await compare([query(first), query(second)]));
    }
    rows.push(cells);
  } finally {
    for (const each of targets) each.close();
  }
  const title = `Page cache off, ${small.posts} against ${large.posts} posts: ✓ where large ≤ ${allowed} × small`;
  process.stdout.write(`\n${title}\n\n${toTable(head, rows)}\n\n`);
  const cases = rows.length * sorts.length;
  process.stdout.write(`${verdict(missed === 0)} ${cases - missed} of ${cases} are flat\n`);
}

function open({ posts, port, headers }: Size): OpenTarget {
  const connection = new HttpConnection(port, headers);
  return {
    posts,
    async get(query) {
      const response = await connection.get(`/api/v1/post/feed?${query}`);
      if (response.status !== 200)
        throw new Error(`${query} answered ${response.status}: ${response.body.toString()}`);
      return response;
    },
    close: () => connection.close(),
  };
}

/** A cursor fits any page size, so large ones get there sooner. */
async function findDeepCursor({ get }: OpenTarget, sort: string): Promise<string> {
  let left = (deep.page - 1) * deep.limit;
  let cursor = '';
  while (left > 0) {
    const limit = Math.min(50, left);
    const { body } = await get(`sort=${sort}&limit=${limit}&cursor=${cursor}`);
    cursor = (JSON.parse(body.toString()) as { page: { nextCursor: string } }).page.nextCursor;
    left -= limit;
  }
  return cursor;
}
