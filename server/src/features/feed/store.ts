import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Sort } from '@upaj/contract/feed';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/db/connect.ts';
import { postGoods, postJson } from '#src/db/json.ts';
import { isThere } from '#src/db/people.ts';
import type { PostGoods } from '#src/features/market/service.ts';
import type { Cursor } from './cursor.ts';
import type { FeedFilter, FeedRequest } from './filter.ts';

/** A post of a page: its JSON text without `marketPrice` and `isLiked`, and what a cursor needs. */
export interface FeedRow extends PostGoods {
  id: string;
  authorId: string;
  key: number | null;
  json: string;
}

/** Every order ends in the id, so that no two posts tie and an index serves it whole. */
const orders = {
  latest: { column: null, direction: sql`desc`, beyond: sql`<` },
  'price-low': { column: sql.ref('posts.price_rank'), direction: sql`asc`, beyond: sql`>` },
  'price-high': { column: sql.ref('posts.price_rank'), direction: sql`desc`, beyond: sql`<` },
  popular: { column: sql.ref('posts.likes_count'), direction: sql`desc`, beyond: sql`<` },
} as const satisfies Record<
  Sort,
  { column: Expression<unknown> | null; direction: RawBuilder<unknown>; beyond: RawBuilder<unknown> }
>;

export function feedStore(db: Database) {
  return {
    /**
     * A page and one row more, which tells whether the list goes on. With `isCounted` also how many posts match, counted
     * no further than just past 10,000; it is one statement either way.
     */
    async findPage(
      request: FeedRequest,
      isCounted: boolean,
    ): Promise<{ rows: FeedRow[]; total: number | undefined }> {
      const { filter, sort, cursor, limit } = request;
      const { column, direction } = orders[sort];
      const key = column ?? sql`null`;
      const conditions = filterConditions(filter);
      const beyond = cursor ? [beyondCursor(sort, cursor)] : [];
      const order = column ? sql`${column} ${direction}, posts.id ${direction}` : sql`posts.id ${direction}`;
      const total = isCounted ? sql`(${countOf(conditions)})` : sql`null`;
      // Pages are cut before authors are joined, and `offset 0` keeps the join from being rearranged: 21 look-ups, where
      // the planner would rather read everybody into a hash.
      const { rows } = await sql<FeedRow & { total: number | null }>`
        select posts.id, posts.author_id as "authorId", ${key}::float8 as key, ${postGoods},
          ${postJson} as json, counted.total
        from (select ${total}::int as total) counted
        left join (
          select * from posts ${where([...conditions, ...beyond])} order by ${order} limit ${sql.lit(limit + 1)}
        ) posts on true
        left join lateral (select * from users where users.id = posts.author_id offset 0) users on true
        order by ${order}`.execute(db);
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? undefined };
    },

    /** What this viewer sees differently: posts they like, and authors between whom and them there is a block. */
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

    /** Whose posts these are, found as their profile is. `isBlocked`: the viewer has blocked them. */
    async findAuthor(
      username: string,
      viewerId: string,
    ): Promise<{ id: string; isBlocked: boolean } | undefined> {
      const { rows } = await sql<{ id: string; isBlocked: boolean }>`
        select id, exists (
          select 1 from blocks where blocker_id = ${viewerId} and blocked_id = users.id) as "isBlocked"
        from users where lower(username) = ${username.toLowerCase()} and ${isThere} and not exists (
          select 1 from blocks where blocker_id = users.id and blocked_id = ${viewerId})`.execute(db);
      return rows[0];
    },
  };
}

export type FeedStore = ReturnType<typeof feedStore>;

function where(conditions: Expression<SqlBool>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

function countOf(conditions: Expression<SqlBool>[]): RawBuilder<unknown> {
  return sql`select count(*) from (
    select 1 from posts ${where(conditions)} limit ${sql.lit(limits.page.countedTo + 1)}) matching`;
}

function beyondCursor(sort: Sort, { key, id }: Cursor): RawBuilder<SqlBool> {
  const { column, beyond } = orders[sort];
  return column
    ? sql`(${column}, posts.id) ${beyond} (${key}, ${id}::uuid)`
    : sql`posts.id ${beyond} ${id}::uuid`;
}

/** Values of which there are few stand in the text, so that each has a plan of its own. */
function filterConditions(filter: FeedFilter): RawBuilder<SqlBool>[] {
  // Who looks at their own posts sees the hidden ones too.
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
  if (filter.price) {
    conditions.push(sql`posts.price_rank >= ${sql.lit(filter.price.from)}`);
    if (filter.price.to !== undefined) conditions.push(sql`posts.price_rank <= ${sql.lit(filter.price.to)}`);
  }
  for (const word of filter.words ?? [])
    conditions.push(sql`posts.search_text like ${`%${escapeLike(word)}%`}`);
  return conditions;
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}
