import { LRUCache } from 'lru-cache';
import { markup } from '#src/platform/html.ts';
import type { ShareStore, SitemapEntry } from './store.ts';

/** The most that the sitemap protocol allows. */
const partSize = 50_000;
const batchSize = 5_000;
const indexAge = 60 * 60_000;
const leastId = '00000000-0000-0000-0000-000000000000';

interface Part {
  /** The id that the part's posts come after; its name, so that parts stay the same as posts are added. */
  after: string;
  updatedAt: Date;
}

export interface Sitemap {
  writeIndex(site: string): Promise<string>;
  /** In batches, so that it is never in memory as a whole. */
  writePart(after: string, site: string): Promise<AsyncIterable<string>>;
}

export function sitemapOf(store: Pick<ShareStore, 'findEntries' | 'findRange'>): Sitemap {
  const index = new LRUCache<'parts', Part[]>({ max: 1, ttl: indexAge, fetchMethod: readParts });

  async function readParts(): Promise<Part[]> {
    const parts: Part[] = [];
    for (let after: string | null = leastId; after !== null;) {
      const { last, updatedAt } = await store.findRange(after, partSize);
      if (updatedAt) parts.push({ after, updatedAt });
      after = last;
    }
    return parts;
  }

  return {
    async writeIndex(site) {
      const parts = await index.forceFetch('parts');
      const entries = parts.map(({ after, updatedAt }) =>
        entryOf('sitemap', `${site}/sitemaps/${after}.xml`, updatedAt),
      );
      return `${prologue('sitemapindex')}${entries.join('')}</sitemapindex>\n`;
    },

    async writePart(after, site) {
      // Before the response begins, so that a failure has a status.
      const first = await store.findEntries(after, batchSize);
      return batches(first, site);
    },
  };

  async function* batches(first: SitemapEntry[], site: string): AsyncGenerator<string> {
    yield prologue('urlset');
    let batch = first;
    for (let count = batchSize; batch.length > 0; count += batchSize) {
      const entries = batch.filter(({ isPublic }) => isPublic);
      yield entries.map(({ id, updatedAt }) => entryOf('url', `${site}/s/${id}`, updatedAt)).join('');
      const { id: last = '' } = batch.at(-1) ?? {};
      batch = batch.length < batchSize || count >= partSize ? [] : await store.findEntries(last, batchSize);
    }
    yield '</urlset>\n';
  }
}

function prologue(element: 'urlset' | 'sitemapindex'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
}

function entryOf(element: 'url' | 'sitemap', address: string, updatedAt: Date): string {
  const content = markup`<loc>${address}</loc><lastmod>${updatedAt.toISOString()}</lastmod>`.text;
  return `<${element}>${content}</${element}>\n`;
}
