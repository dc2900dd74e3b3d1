import { v7 as uuidv7 } from 'uuid';
import { limits } from '@upaj/contract/limits';
import type { NewsCategory, NewsImpact, NewsItem } from '@upaj/contract/mandi/news';
import type { Database } from '#src/platform/db/connection.ts';
import { timeOf } from '#src/platform/db/times.ts';
import { newsLifetime } from './rules.ts';
import { takeTotal, type ListCursor, type ListRow } from '#src/platform/http/paging.ts';

export interface NewsDraft {
  guid: string;
  title: string;
  summary: string;
  source: string;
  link: string | null;
  publishedAt: Date;
  category: NewsCategory;
  impact: NewsImpact;
}

export interface NewsFilter {
  category: NewsCategory | undefined;
  isSampleShown: boolean;
}

const sampleFeed = 'sample';

export function newsStore({ db }: { db: Database }) {
  function newsOf({ category, isSampleShown }: NewsFilter) {
    let news = db.selectFrom('news_items').where('published_at', '>=', new Date(Date.now() - newsLifetime));
    if (category) news = news.where('category', '=', category);
    if (!isSampleShown) news = news.where('is_sample', '=', false);
    return news;
  }

  /** Selects news items, the latest first. */
  function itemsOf(filter: NewsFilter, limit: number) {
    return newsOf(filter)
      .select(['id', 'title', 'summary', 'published_at as time', 'category', 'impact', 'source', 'link'])
      .select('is_sample as isSample')
      .$narrowType<{ category: NewsCategory; impact: NewsImpact }>()
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
  }

  return {
    /** Finds a page of news. The total is counted for the first page only. */
    async findPage(
      filter: NewsFilter,
      limit: number,
      cursor: ListCursor | undefined,
    ): Promise<{ rows: ListRow<NewsItem>[]; total: number }> {
      const page = itemsOf(filter, limit + 1);
      if (cursor) {
        const items = await page
          .where(({ eb, refTuple, tuple, val }) =>
            eb(refTuple('published_at', 'id'), '<', tuple(timeOf(cursor.at), val(cursor.id))),
          )
          .execute();
        return { rows: items.map(toRow), total: cursor.total };
      }
      const counted = newsOf(filter)
        .select('id')
        .limit(limits.page.countedTo + 1);
      const items = await page
        .select((eb) => eb.selectFrom(counted.as('counted')).select(eb.fn.countAll().as('count')).as('total'))
        .execute();
      const { rows, total } = takeTotal(items);
      return { rows: rows.map(toRow), total };
    },

    async findLatest(filter: NewsFilter, limit: number): Promise<NewsItem[]> {
      return (await itemsOf(filter, limit).execute()).map(toItem);
    },

    /**
     * Saves items and removes the samples. The first date of an item stays, because items without a date would always
     * be new.
     */
    async save(feed: string, drafts: readonly NewsDraft[]): Promise<void> {
      if (drafts.length === 0) return;
      await db
        .with('removed', (db) => db.deleteFrom('news_items').where('is_sample', '=', true))
        .insertInto('news_items')
        .values(drafts.map((draft) => toNewRow(feed, draft)))
        .onConflict((item) =>
          item.columns(['feed', 'guid']).doUpdateSet(({ fn, ref }) => ({
            title: ref('excluded.title'),
            summary: ref('excluded.summary'),
            source: ref('excluded.source'),
            link: ref('excluded.link'),
            category: ref('excluded.category'),
            impact: ref('excluded.impact'),
            published_at: fn<Date>('least', ['news_items.published_at', 'excluded.published_at']),
          })),
        )
        .execute();
    },

    hasAny: async (): Promise<boolean> =>
      (await db.selectFrom('news_items').select('id').limit(1).executeTakeFirst()) !== undefined,

    async addSample(drafts: readonly NewsDraft[]): Promise<void> {
      const items = drafts.map((draft) => ({ ...toNewRow(sampleFeed, draft), is_sample: true }));
      await db.insertInto('news_items').values(items).execute();
    },

    /**
     * Removes what is old or of another feed. Old items that a feed still lists stay, hidden: without a date of their
     * own they would come back as new.
     */
    async sweep(feeds: readonly string[], listed: readonly string[]): Promise<void> {
      await db
        .deleteFrom('news_items')
        .where('is_sample', '=', false)
        .where(({ and, eb, fn, not, or, val }) =>
          or([
            and([
              eb('published_at', '<', new Date(Date.now() - newsLifetime)),
              not(eb('guid', '=', fn.any(val(listed)))),
            ]),
            eb('feed', 'not in', feeds),
          ]),
        )
        .execute();
    },
  };
}

export type NewsStore = ReturnType<typeof newsStore>;

type NewsRow = Omit<NewsItem, 'time'> & { time: Date };

function toItem({ time, ...item }: NewsRow): NewsItem {
  return { ...item, time: time.toJSON() };
}

function toRow(item: NewsRow): ListRow<NewsItem> {
  return { id: item.id, at: item.time.getTime() * 1000, item: toItem(item) };
}

function toNewRow(feed: string, { publishedAt, ...draft }: NewsDraft) {
  return { id: uuidv7(), feed, ...draft, published_at: publishedAt, is_sample: false };
}
