import { sorts } from '@upaj/contract/trade/feed';
import { HttpConnection, type TimedResponse } from './connection.ts';
import { mediansInTurns, timesInTurns } from './in-turns.ts';
import { milliseconds, quantile, toTable, verdict } from './numbers.ts';

export interface Size {
  posts: number;
  port: number;
  cookie: string;
  stop(): Promise<void>;
}

interface OpenTarget {
  posts: number;
  get(query: string): Promise<TimedResponse>;
  close(): void;
}

/** Lists with one filter: every filter, with rare and frequent values. Each list fills a page at 10,000 posts. */
const single = {
  none: '',
  'category, many': 'category=Vegetables',
  'category, few': 'category=Equipment',
  cropType: 'cropType=Wheat',
  state: 'state=Punjab',
  available: 'availability=available',
  'sold out': 'availability=sold-out',
  organic: 'organic=true',
  'price 0-50': 'priceRange=0-50',
  'price 50-100': 'priceRange=50-100',
  'price 100-200': 'priceRange=100-200',
  'price 200+': `priceRange=${encodeURIComponent('200+')}`,
};
const combined = {
  'state, district': 'state=Punjab&district=Amritsar',
  'category, state': 'category=Grains&state=Punjab',
  'category, price': 'category=Spices&priceRange=100-200',
};
const searches = {
  'words, frequent': 'verbatim=true&q=wheat',
  'words, rare': 'verbatim=true&q=amritsar',
  'words, two': 'verbatim=true&q=wheat+punjab',
};
/** Searches that are understood as a crop, a place or both, and words. */
const meanings = {
  crop: 'q=pyaz',
  'crop, state': 'q=gehu+punjab',
  'crop, district, word': 'q=gehu+amritsar+sharbati',
};
const areas = {
  'within 100 km': 'within=100',
  'crop, within 100 km': 'q=pyaz&within=100',
  'within 500 km': 'within=500',
};
/** What suggestions are asked for: a word as it is typed letter by letter, a name, and words that nothing has. */
const suggested = [
  'p',
  'py',
  'pyaz',
  'gehu punjab',
  'gehu amritsar sharbati',
  'gurpreet',
  'gurpreet singh',
  'xyzzy',
];

/** How many posts a deep page has. At the smaller size it is the last page: page 2,500 at 10,000 posts. */
const deepLimit = 4;

const feed = '/api/v1/post/feed?near=Ludhiana&';

/** A search without a sort is ordered by relevance. */
const orders = [...sorts, 'relevance'] as const;
type Order = (typeof orders)[number];

/** Lists with one filter by latest, and searches by relevance, hardly grow. Other lists may grow, up to 50 ms. */
function isWithinTarget(filter: string, order: Order, from: number, to: number): boolean {
  const isSimple =
    order === 'relevance' ||
    (order === 'nearest' && (filter === 'none' || filter in meanings)) ||
    (order === 'latest' && !(filter in combined) && !(filter in searches) && !(filter in areas));
  return isSimple ? to <= from * 1.5 : to <= from * 3 && to <= 50;
}

/**
 * The medians of a filter and order at both sizes, in ms. The order `first` is a request whose totals are not in
 * memory.
 */
interface Cell {
  filter: string;
  order: Order | 'first';
  small: number;
  large: number;
  isMet?: boolean;
}

/**
 * Sends the same requests to both sizes in turns. The page cache is off, but totals are cached, so each filter's first
 * request is reported separately.
 */
export async function measureFlatness(small: Size, large: Size, pairs: number): Promise<object> {
  const targets = [small, large].map(open) as [OpenTarget, OpenTarget];
  const cells: Cell[] = [];
  const compare = async (filter: string, order: Order, queries: readonly [string, string]) => {
    const [from, to] = await mediansInTurns(
      [() => targets[0].get(queries[0]), () => targets[1].get(queries[1])],
      pairs,
    );
    cells.push({ filter, order, small: from, large: to, isMet: isWithinTarget(filter, order, from, to) });
  };
  try {
    for (const [filter, query] of Object.entries({
      ...single,
      ...combined,
      ...searches,
      ...meanings,
      ...areas,
    })) {
      const [first, second] = [await targets[0].get(query), await targets[1].get(query)];
      cells.push({ filter, order: 'first', small: first.ms, large: second.ms });
      for (const order of orders) {
        if (order === 'relevance' && !query.includes('q=')) continue;
        const sorted = order === 'relevance' ? query : `${query}&sort=${order}`;
        await compare(filter, order, [sorted, sorted]);
      }
    }
    const page = Math.floor(small.posts / deepLimit);
    for (const sort of sorts) {
      const [first, second] = await Promise.all(targets.map((each) => findDeepCursor(each, sort, page)));
      const query = (cursor?: string) => `sort=${sort}&limit=${deepLimit}&cursor=${cursor}`;
      await compare(`page ${page} of ${deepLimit} each`, sort, [query(first), query(second)]);
    }
    report(small.posts, large.posts, cells);
    const suggestions = await measureSuggestions(targets, pairs);
    return { small: small.posts, large: large.posts, cells, suggestions };
  } finally {
    for (const each of targets) each.close();
  }
}

async function measureSuggestions(
  targets: readonly [OpenTarget, OpenTarget],
  pairs: number,
): Promise<object[]> {
  const found: { q: string; small: number; large: number; p99: number; isMet: boolean }[] = [];
  for (const q of suggested) {
    const get = (target: OpenTarget) => () => target.get(`/api/v1/search?q=${encodeURIComponent(q)}`);
    const [first, second] = await timesInTurns([get(targets[0]), get(targets[1])], pairs);
    const [from, to, p99] = [quantile(first, 0.5), quantile(second, 0.5), quantile(second, 0.99)];
    found.push({ q, small: from, large: to, p99, isMet: to <= from * 1.5 && p99 <= 50 });
  }
  const rows = found.map(({ q, p99, isMet, ...medians }) => [
    q,
    `${milliseconds(medians.small)} → ${milliseconds(medians.large)} ${verdict(isMet)}`,
    milliseconds(p99),
  ]);
  process.stdout.write(`\n${toTable(['suggestions', 'median', 'p99'], rows)}\n`);
  return found;
}

function report(small: number, large: number, cells: readonly Cell[]): void {
  const rows = [...new Set(cells.map(({ filter }) => filter))].map((filter) => [
    filter,
    ...(['first', ...orders] as const).map((order) => {
      const cell = cells.find((each) => each.filter === filter && each.order === order);
      if (!cell) return '';
      const mark = cell.isMet === undefined ? '' : ` ${verdict(cell.isMet)}`;
      return `${milliseconds(cell.small)} → ${milliseconds(cell.large)}${mark}`;
    }),
  ]);
  process.stdout.write(`\nPage cache off, ms at ${small} → ${large} posts\n\n`);
  process.stdout.write(`${toTable(['', 'first', ...orders], rows)}\n\n`);
  const judged = cells.filter(({ isMet }) => isMet !== undefined);
  const met = judged.filter(({ isMet }) => isMet).length;
  process.stdout.write(`${verdict(met === judged.length)} ${met} of ${judged.length} within their target\n`);
}

function open({ posts, port, cookie }: Size): OpenTarget {
  const connection = new HttpConnection(port, { cookie });
  return {
    posts,
    async get(query) {
      const response = await connection.get(query.startsWith('/') ? query : `${feed}${query}`);
      if (response.status !== 200)
        throw new Error(`${query} answered ${response.status}: ${response.body.toString()}`);
      return response;
    },
    close: () => connection.close(),
  };
}

/** Finds the cursor of a deep page. It skips pages of up to 50 posts, because a cursor fits any page size. */
async function findDeepCursor({ get }: OpenTarget, sort: string, page: number): Promise<string> {
  let left = (page - 1) * deepLimit;
  let cursor = '';
  while (left > 0) {
    const limit = Math.min(50, left);
    const { body } = await get(`sort=${sort}&limit=${limit}&cursor=${cursor}`);
    cursor = (JSON.parse(body.toString()) as { page: { nextCursor: string } }).page.nextCursor;
    left -= limit;
  }
  return cursor;
}
