import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Sort } from '@upaj/contract/trade/feed';
import type { PostGoods } from '#src/mandi/market-page/service.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { partPattern } from '#src/platform/db/part-pattern.ts';
import { isActivePerson } from '#src/platform/db/visibility.ts';
import { hasOtherSearchParts, searchPartsOf, withSearchWords } from '#src/trade/search/store.ts';
import { postGoods, postJson } from '#src/trade/posts/store.ts';
import type { Counts, Cursor } from './cursor.ts';
import type { FeedFilter, FeedRequest } from './filter.ts';

export interface FeedRow extends PostGoods {
  id: string;
  authorId: string;
  key: number | null;
  json: string;
}

/** Ends with the id, so that the order is total and one index serves it. */
const orders = {
  latest: { column: undefined, direction: sql`desc`, beyond: sql`<` },
  'price-low': { column: 'price_rank', direction: sql`asc`, beyond: sql`>` },
  'price-high': { column: 'price_rank', direction: sql`desc`, beyond: sql`<` },
  popular: { column: 'likes_count', direction: sql`desc`, beyond: sql`<` },
} as const satisfies Record<
  Sort,
  { column: string | undefined; direction: RawBuilder<unknown>; beyond: RawBuilder<unknown> }
>;

export function feedStore(db: Database) {
  return {
    async findPage(
      request: FeedRequest,
      counted: FeedFilter | undefined,
    ): Promise<{ rows: FeedRow[]; counts: Counts | undefined }> {
      const { filter, sort } = request;
      const { column } = orders[sort];
      const key = column ? sql.ref(`posts.${column}`) : sql`null`;
      const parts = partsToLookUp(filter);
      const isByWords = parts.length > 0;
      const withWords = isByWords ? sql`with ${withSearchWords(parts, isFiltered(filter))}` : sql``;
      const count = (isAvailable: boolean) => {
        if (!counted) return sql`null`;
        if (counted.isAvailable === !isAvailable) return sql`0`;
        const counting = { ...counted, isAvailable };
        return isByWords ? countByWords(counting, parts) : countOf(counting);
      };
      // Cuts the page before joining authors. `offset 0` prevents a hash of all users for 21 look-ups.
      const { rows } = await sql<FeedRow & { available: number | null; soldOut: number | null }>`
        ${withWords}
        select posts.id, posts.author_id as "authorId", ${key}::float8 as key, ${postGoods},
          (${postJson})::text as json, counted.available, counted."soldOut"
        from (select (${count(true)})::int as available, (${count(false)})::int as "soldOut") counted
        left join (${isByWords ? pageByWords(request, parts) : pageOf(request)}) posts on true
        left join lateral (select * from users where users.id = posts.author_id offset 0) users on true
        order by ${orderBy('posts', sort)}`.execute(db);
      const { available = null, soldOut = null } = rows[0] ?? {};
      const counts = available === null || soldOut === null ? undefined : { available, soldOut };
      return { rows: rows.filter(({ id }) => id !== null), counts };
    },

    async findView(
      viewerId: string,
      postIds: readonly string[],
      authorIds: readonly string[],
    ): Promise<{ liked: Set<string>; blocked: Set<string> }> {
      const { rows } = await sql<{ id: string; isLiked: boolean }>`
        select post_id as id, true as "isLiked" from likes
        where user_id = ${viewerId} and post_id = any(${postIds}::uuid[])
        union all select blocked_id, false from blocks
        where blocker_id = ${viewerId} and blocked_id = any(${authorIds}::uuid[])
        union all select blocker_id, false from blocks
        where blocked_id = ${viewerId} and blocker_id = any(${authorIds}::uuid[])`.execute(db);
      const idsOf = (isLiked: boolean) =>
        new Set(rows.filter((row) => row.isLiked === isLiked).map(({ id }) => id));
      return { liked: idsOf(true), blocked: idsOf(false) };
    },

    async findAuthor(
      username: string,
      viewerId: string,
    ): Promise<{ id: string; isBlocked: boolean } | undefined> {
      const { rows } = await sql<{ id: string; isBlocked: boolean }>`
        select id, exists (
          select 1 from blocks where blocker_id = ${viewerId} and blocked_id = users.id) as "isBlocked"
        from users where lower(username) = ${username.toLowerCase()} and ${isActivePerson} and not exists (
          select 1 from blocks where blocker_id = users.id and blocked_id = ${viewerId})`.execute(db);
      return rows[0];
    },

    /** Waits for transactions that are adding posts: they may rely on a word. */
    async pruneSearchWords(): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`lock table search_words in share row exclusive mode`.execute(trx);
        await sql`delete from search_words where not exists (
          select from post_words where post_words.word = search_words.word)`.execute(trx);
      });
    },
  };
}

export type FeedStore = ReturnType<typeof feedStore>;

/** Lists of one author, or of followed people, are short and scanned instead. */
function partsToLookUp({ words = [], authorId, followerId }: FeedFilter): readonly string[] {
  return authorId || followerId ? [] : searchPartsOf(words);
}

function isFiltered({ category, cropKey, state, isOrganic, isAvailable }: FeedFilter): boolean {
  return Boolean(category ?? cropKey ?? state ?? isOrganic) || isAvailable === false;
}

type Conditions = readonly Expression<SqlBool>[];

function where(conditions: Conditions): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

function pageOf(
  { filter, sort, cursor, limit }: FeedRequest,
  isNeeded: Conditions = [],
): RawBuilder<unknown> {
  const conditions = [...isNeeded, ...filterConditions(filter), ...beyondCursor('posts', sort, cursor)];
  return sql`select * from posts ${where(conditions)}
    order by ${orderBy('posts', sort)} limit ${sql.lit(limit + 1)}`;
}

function countOf(filter: FeedFilter): RawBuilder<unknown> {
  return sql`select count(*) from (
    select 1 from posts ${where(filterConditions(filter))} limit ${sql.lit(justPast)}) matching`;
}

const justPast = limits.page.countedTo + 1;

/** Each word's posts in every order, up to a full page each; without words, a scan. */
function pageByWords(request: FeedRequest, parts: readonly string[]): RawBuilder<unknown> {
  const { filter, sort, cursor, limit } = request;
  const conditions = [
    ...wordConditions(filter, parts),
    ...filterConditions(filter),
    ...beyondCursor('post_words', sort, cursor),
  ];
  const columns = sql.join(orderColumns('posts', sort));
  return sql`
    select posts.* from (
      select distinct on (${columns}) ${columns} from (
        select found.* from chosen_words cross join lateral (
          select ${columns} from ${postsOfWord} ${where(conditions)}
          order by ${orderBy('post_words', sort)} limit ${sql.lit(limit + 1)}
        ) found
        union all (select ${columns} from (${pageOf(request, [findsNoWords])}) posts)
      ) posts
      order by ${orderBy('posts', sort)} limit ${sql.lit(limit + 1)}
    ) page
    cross join lateral (select * from posts where id = page.id offset 0) posts`;
}

function wordConditions(filter: FeedFilter, parts: readonly string[]): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`post_words.word = chosen_words.word`,
    ...hasOtherSearchParts(parts),
    ...priceConditions('post_words', filter),
  ];
}

/** A post may occur under each of its words. */
function countByWords(filter: FeedFilter, parts: readonly string[]): RawBuilder<unknown> {
  const conditions = [...wordConditions(filter, parts), ...filterConditions(filter)];
  return sql`select case when exists (select from chosen_words) then (
    select least(count(distinct id), ${sql.lit(justPast)}) from (
      select posts.id from chosen_words cross join lateral (
        select posts.id from ${postsOfWord}
        ${where(conditions)}
      ) posts
      limit (select count(*) * ${sql.lit(justPast)} from chosen_words)
    ) matching
  ) else (${countOf(filter)}) end`;
}

/** `offset 0` preserves the order of the words. */
const postsOfWord = sql`post_words
  cross join lateral (select * from posts where id = post_words.post_id offset 0) posts`;

const findsNoWords = sql<SqlBool>`not exists (select from chosen_words)`;

type Ordered = 'posts' | 'post_words';

const idOf = { posts: 'posts.id', post_words: 'post_words.post_id' } as const;

function orderColumns(table: Ordered, sort: Sort): RawBuilder<unknown>[] {
  const { column } = orders[sort];
  return [...(column ? [`${table}.${column}`] : []), idOf[table]].map((name) => sql.ref(name));
}

function orderBy(table: Ordered, sort: Sort): RawBuilder<unknown> {
  return sql.join(orderColumns(table, sort).map((column) => sql`${column} ${orders[sort].direction}`));
}

function beyondCursor(table: Ordered, sort: Sort, cursor: Cursor | undefined): RawBuilder<SqlBool>[] {
  if (!cursor) return [];
  const { column, beyond } = orders[sort];
  const place = sql.join(column ? [cursor.key, sql`${cursor.id}::uuid`] : [sql`${cursor.id}::uuid`]);
  return [sql`(${sql.join(orderColumns(table, sort))}) ${beyond} (${place})`];
}

/** Literals, so that each value gets its own plan. */
function filterConditions(filter: FeedFilter): RawBuilder<SqlBool>[] {
  // Authors see their own hidden posts.
  const conditions: RawBuilder<SqlBool>[] = filter.isOwn ? [] : [sql`not posts.is_hidden`];
  if (filter.authorId) conditions.push(sql`posts.author_id = ${filter.authorId}`);
  if (filter.followerId) {
    conditions.push(
      sql`posts.author_id in (select followed_id from follows where follower_id = ${filter.followerId})`,
    );
  }
  if (filter.category) conditions.push(sql`posts.category = ${sql.lit(filter.category)}`);
  if (filter.cropKey) conditions.push(sql`posts.crop_key = ${filter.cropKey}`);
  if (filter.state) conditions.push(sql`posts.state = ${filter.state}`);
  if (filter.district) conditions.push(sql`posts.district = ${filter.district}`);
  if (filter.isAvailable !== undefined) {
    conditions.push(filter.isAvailable ? sql`posts.is_available` : sql`not posts.is_available`);
  }
  if (filter.isOrganic) conditions.push(sql`posts.is_organic`);
  conditions.push(...priceConditions('posts', filter));
  for (const word of filter.words ?? []) conditions.push(hasText(word));
  return conditions;
}

function priceConditions(table: Ordered, { price }: FeedFilter): RawBuilder<SqlBool>[] {
  if (!price) return [];
  const rank = sql.ref(`${table}.price_rank`);
  const isEnough = sql<SqlBool>`${rank} >= ${sql.lit(price.from)}`;
  return price.to === undefined ? [isEnough] : [isEnough, sql`${rank} <= ${sql.lit(price.to)}`];
}

/**
 * The planner assumes that any `coalesce`d text is frequent: it scans in list order, which is right for posts
 * not looked up by word, and reuses the plan.
 */
function hasText(text: string): RawBuilder<SqlBool> {
  return sql`coalesce(posts.search_text like ${partPattern(text)}, false)`;
}
