import { LRUCache } from 'lru-cache';
import { markup, type Markup } from '#src/platform/html.ts';
import { addressOf, alternatesOf } from './addresses.ts';
import type { ShareStore, SitemapEntry } from './store.ts';

/** The sitemap protocol allows 50,000 addresses and 50 MB. In eleven languages, a post takes 1.6 kB. */
const partSize = 20_000;
const batchSize = 5_000;
const indexAge = 60 * 60_000;
const leastId = '00000000-0000-0000-0000-000000000000';

interface Part {
  /** The posts of the part come after this id. It names the part, so that parts stay the same when posts are added. */
  after: string;
  updatedAt: Date;
}

export function sitemapOf({ store }: { store: Pick<ShareStore, 'findEntries' | 'findRange'> }) {
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
    async writeIndex(site: string): Promise<string> {
      const parts = await index.forceFetch('parts');
      const entries = parts.map(({ after, updatedAt }) =>
        entryOf('sitemap', `${site}/sitemaps/${after}.xml`, updatedAt),
      );
      return `${declaration}<sitemapindex xmlns="${namespace}">\n${entries.join('')}</sitemapindex>\n`;
    },

    /** Reads a part in batches, so that it is never in memory as a whole. */
    async writePart(after: string, site: string): Promise<AsyncIterable<string>> {
      // The first batch is read before the response begins, so that a failure can still set the status of the response.
      const first = await store.findEntries(after, batchSize);
      return batches(first, site);
    },
  };

  async function* batches(first: SitemapEntry[], site: string): AsyncGenerator<string> {
    yield `${declaration}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
    let batch = first;
    for (let count = batchSize; batch.length > 0; count += batchSize) {
      const entries = batch.filter(({ isPublic }) => isPublic);
      yield entries
        .map(({ id, updatedAt }) =>
          entryOf('url', addressOf(site, id), updatedAt, alternatesOf(site, id).map(linkOf)),
        )
        .join('');
      const { id: last = '' } = batch.at(-1) ?? {};
      batch = batch.length < batchSize || count >= partSize ? [] : await store.findEntries(last, batchSize);
    }
    yield '</urlset>\n';
  }
}

export type Sitemap = ReturnType<typeof sitemapOf>;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function linkOf({ language, address }: { language: string; address: string }): Markup {
  return markup`<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
}

function entryOf(
  element: 'url' | 'sitemap',
  address: string,
  updatedAt: Date,
  links: readonly Markup[] = [],
): string {
  const content = markup`<loc>${address}</loc><lastmod>${updatedAt.toISOString()}</lastmod>${links}`.text;
  return `<${element}>${content}</${element}>\n`;
}
