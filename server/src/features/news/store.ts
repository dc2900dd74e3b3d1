import { sql, type RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '@upaj/contract/limits';
import type { NewsCategory, NewsImpact, NewsItem } from '@upaj/contract/news';
import type { Database } from '#src/db/connect.ts';
import { isoTime } from '#src/db/json.ts';
import type { ListCursor } from '#src/http/list-cursor.ts';

/** An item of a feed, cleaned. */
export interface NewsDraft {
  /** Its name within the feed. */
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

/** A news item as JSON text in the contract's shape. */
const newsJson = sql<string>`json_build_object(
  'id', id, 'title', title, 'summary', summary, 'time', ${isoTime('published_at')}, 'category', category,
  'impact', impact, 'source', source, 'link', link, 'isSample', is_sample)::text`;

/** Microseconds since 1970; a float8 holds them exactly. */
const publishedMicros = sql<number>`(extract(epoch from published_at) * 1000000)::float8`;

const sampleFeed = 'sample';

export function newsStore(db: Database) {
  return {
    /** Latest first, up to `limit + 1` rows; the first page's rows carry how many there are, counted to a point. */
    async findPage(filter: NewsFilter, limit: number, cursor: ListCursor | undefined) {
      const wanted = where(filter);
      const beyond = cursor
        ? sql`and (published_at, id)
            < (timestamptz 'epoch' + ${cursor.at}::float8 * interval '1 microsecond', ${cursor.id}::uuid)`
        : sql``;
      const total = cursor
        ? sql`${cursor.total}::int`
        : sql`(select count(*)::int from (
            select from news_items where ${wanted} limit ${sql.lit(limits.page.countedTo + 1)}) as counted)`;
      const { rows } = await sql<{ id: string; at: number; json: string; total: number }>`
        select id, ${publishedMicros} as at, ${newsJson} as json, ${total} as total from news_items
        where ${wanted} ${beyond}
        order by published_at desc, id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    async findLatest(filter: NewsFilter, limit: number): Promise<NewsItem[]> {
      const { rows } = await sql<{ json: string }>`select ${newsJson} as json from news_items
        where ${where(filter)} order by published_at desc, id desc limit ${limit}`.execute(db);
      return rows.map(({ json }) => JSON.parse(json) as NewsItem);
    },

    /**
     * Keeps a feed's items in one statement, in which the sample goes. One that is known keeps its first date: where a feed
     * has none, it would be new for ever.
     */
    async save(feed: string, drafts: readonly NewsDraft[]): Promise<void> {
      if (drafts.length === 0) return;
      await sql`
        with gone as (delete from news_items where is_sample)
        ${insert(feed, drafts, false)}
        on conflict (feed, guid) do update set title = excluded.title, summary = excluded.summary,
          source = excluded.source, link = excluded.link, category = excluded.category, impact = excluded.impact,
          published_at = least(news_items.published_at, excluded.published_at)`.execute(db);
    },

    /** Does nothing where there are news already. */
    async addSample(drafts: readonly NewsDraft[]): Promise<void> {
      await sql`${insert(sampleFeed, drafts, true)} where not exists (select from news_items)`.execute(db);
    },

    /** Removes what was published before then, and what came from feeds that are no longer asked. */
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
