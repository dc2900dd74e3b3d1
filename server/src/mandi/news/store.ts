import { sql, type RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '@upaj/contract/limits';
import type { NewsCategory, NewsImpact, NewsItem } from '@upaj/contract/mandi/news';
import type { Database } from '#src/platform/db/connect.ts';
import { isoTime, microsOf, timeOf } from '#src/platform/db/times.ts';
import type { ListCursor, ListRow } from '#src/platform/http/paging.ts';

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

const newsJson = sql<NewsItem>`json_build_object(
  'id', id, 'title', title, 'summary', summary, 'time', ${isoTime('published_at')}, 'category', category,
  'impact', impact, 'source', source, 'link', link, 'isSample', is_sample)`;

const publishedMicros = sql<number>`${microsOf('published_at')}`;

const sampleFeed = 'sample';

export function newsStore(db: Database) {
  return {
    async findPage(filter: NewsFilter, limit: number, cursor: ListCursor | undefined) {
      const wanted = where(filter);
      const beyond = cursor
        ? sql`and (published_at, id)
            < (${timeOf(cursor.at)}, ${cursor.id}::uuid)`
        : sql``;
      const total = cursor
        ? sql`${cursor.total}::int`
        : sql`(select count(*)::int from (
            select from news_items where ${wanted} limit ${sql.lit(limits.page.countedTo + 1)}) as counted)`;
      const { rows } = await sql<ListRow<NewsItem> & { total: number }>`
        select id, ${publishedMicros} as at, ${newsJson} as item, ${total} as total from news_items
        where ${wanted} ${beyond}
        order by published_at desc, id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    async findLatest(filter: NewsFilter, limit: number): Promise<NewsItem[]> {
      const { rows } = await sql<{ item: NewsItem }>`select ${newsJson} as item from news_items
        where ${where(filter)} order by published_at desc, id desc limit ${limit}`.execute(db);
      return rows.map(({ item }) => item);
    },

    /** The first date stays: items without a date would always be new. */
    async save(feed: string, drafts: readonly NewsDraft[]): Promise<void> {
      if (drafts.length === 0) return;
      await sql`
        with gone as (delete from news_items where is_sample)
        ${insert(feed, drafts, false)}
        on conflict (feed, guid) do update set title = excluded.title, summary = excluded.summary,
          source = excluded.source, link = excluded.link, category = excluded.category, impact = excluded.impact,
          published_at = least(news_items.published_at, excluded.published_at)`.execute(db);
    },

    async addSample(drafts: readonly NewsDraft[]): Promise<void> {
      await sql`${insert(sampleFeed, drafts, true)} where not exists (select from news_items)`.execute(db);
    },

    async sweep(before: Date, feeds: readonly string[]): Promise<void> {
      await sql`delete from news_items
        where not is_sample and (published_at < ${before} or feed <> all (${feeds}::text[]))`.execute(db);
    },
  };
}

export type NewsStore = ReturnType<typeof newsStore>;

function where({ category, isSampleShown }: NewsFilter): RawBuilder<unknown> {
  return sql`${category ? sql`category = ${category}` : sql`true`} ${isSampleShown ? sql`` : sql`and not is_sample`}`;
}

function insert(feed: string, drafts: readonly NewsDraft[], isSample: boolean): RawBuilder<unknown> {
  const rows = JSON.stringify(drafts.map((draft) => ({ id: uuidv7(), ...draft })));
  return sql`
    insert into news_items
      (id, feed, guid, title, summary, source, link, category, impact, published_at, is_sample)
    select id, ${feed}, guid, title, summary, source, link, category, impact, "publishedAt", ${isSample}::boolean
    from jsonb_to_recordset(${rows}::jsonb) as item (id uuid, guid text, title text, summary text, source text,
      link text, category text, impact text, "publishedAt" timestamptz)`;
}
