import type { FastifyBaseLogger } from 'fastify';
import { limits } from '@upaj/contract/limits';
import type { NewsCategory, NewsItem } from '@upaj/contract/mandi/news';
import { ProviderError, type SourcesService } from '#src/mandi/sources/service.ts';
import { listOf, readListCursor, type List, type PageRequest } from '#src/platform/http/paging.ts';
import { FeedError, fetchFeed, type FetchLimits, type Validators } from './fetch-feed.ts';
import { rateNews } from './rules.ts';
import type { NewsStore } from './store.ts';

interface ListRequest extends PageRequest {
  category?: NewsCategory | undefined;
}

export interface SampleNews {
  title: string;
  summary: string;
  hoursAgo: number;
}

export type NewsService = ReturnType<typeof newsService>;

export interface NewsDeps {
  store: NewsStore;
  sources: SourcesService;
  feeds: readonly string[];
  log: FastifyBaseLogger;
  fetchLimits?: FetchLimits;
}

const hour = 60 * 60_000;
// Parsing blocks the event loop, so the size is limited.
const usualLimits: FetchLimits = { timeout: 20_000, maxBytes: 1024 * 1024 };

export function newsService({ store, sources, feeds, log, fetchLimits = usualLimits }: NewsDeps) {
  /** What the feeds returned last, by feed. */
  const known = new Map<string, { validators: Validators; guids: readonly string[] }>();
  const isSampleShown = feeds.length === 0;

  async function fetchOne(feed: string, signal: AbortSignal): Promise<void> {
    const fetched = await fetchFeed(feed, known.get(feed)?.validators, fetchLimits, signal);
    if (!fetched) return;
    // The libraries of this module are a tenth of all modules, and without a feed they are never needed.
    const { readFeed } = await import('./read-feed.ts');
    const drafts = readFeed(fetched, feed, new Date());
    await store.save(feed, drafts);
    known.set(feed, { validators: fetched.validators, guids: drafts.map(({ guid }) => guid) });
  }

  return {
    async findPage({ category, cursor, limit = limits.page.size }: ListRequest): Promise<List<NewsItem>> {
      const place = cursor ? readListCursor(cursor) : undefined;
      const { rows, total } = await store.findPage({ category, isSampleShown }, limit, place);
      return listOf(rows, limit, total);
    },

    findLatest: (limit: number): Promise<NewsItem[]> =>
      store.findLatest({ category: undefined, isSampleShown }, limit),

    /** Failures are logged and recorded. @throws when all feeds failed. */
    async fetchFeeds(signal: AbortSignal): Promise<void> {
      const failures: string[] = [];
      for (const feed of feeds) {
        signal.throwIfAborted();
        try {
          await fetchOne(feed, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof FeedError)) throw error;
          failures.push(`${new URL(feed).hostname} ${error.message}`);
        }
      }
      await store.sweep(
        feeds,
        [...known.values()].flatMap(({ guids }) => guids),
      );
      const haveAllFailed = failures.length === feeds.length;
      if (!haveAllFailed) await sources.run('news', async () => {});
      if (failures.length === 0) return;
      const failed = sources.run('news', () => Promise.reject(new ProviderError(failures.join('; '))));
      if (haveAllFailed) return failed;
      await failed.catch((error: unknown) => log.warn({ err: error }, 'some news feeds failed'));
    },

    async addSample(items: readonly SampleNews[]): Promise<void> {
      if (!isSampleShown || (await store.hasAny())) return;
      const drafts = items.map(({ title, summary, hoursAgo }) => ({
        guid: title,
        title,
        summary,
        source: 'Sample',
        link: null,
        publishedAt: new Date(Date.now() - hoursAgo * hour),
        ...rateNews(title, summary),
      }));
      await store.addSample(drafts);
    },
  };
}
