import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { limits } from '@upaj/contract/limits';
import { districtsOf, states } from '@upaj/contract/places';
import { partPattern } from '#src/platform/db/part-pattern.ts';
import type { Cursor, FeedSort } from '#src/trade/feed/cursor.ts';
import type { FeedFilter, FeedRequest } from '#src/trade/feed/filter.ts';

/** A list ends with the id, so that its order is total and one index serves it. */
export const orders = {
  latest: { key: undefined, direction: sql`desc`, beyond: sql`<` },
  'price-low': { key: sql`posts.price_rank`, direction: sql`asc`, beyond: sql`>` },
  'price-high': { key: sql`posts.price_rank`, direction: sql`desc`, beyond: sql`<` },
  popular: { key: sql`counts.popularity`, direction: sql`desc`, beyond: sql`<` },
  // Of a list without words: the same for all.
  relevance: { key: undefined, direction: sql`desc`, beyond: sql`<` },
} as const satisfies Record<
  FeedSort,
  { key: RawBuilder<unknown> | undefined; direction: RawBuilder<unknown>; beyond: RawBuilder<unknown> }
>;

export type Conditions = readonly Expression<SqlBool>[];

export function where(conditions: Conditions): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

export function pageOf(
  { filter, sort, cursor, limit }: FeedRequest,
  isNeeded: Conditions = [],
): RawBuilder<unknown> {
  const { key = sort === 'relevance' ? sql`0` : sql`null::int`, direction } = orders[sort];
  const conditions = [...isNeeded, ...filterConditions(filter), ...beyondCursor(cursor, sort)];
  return sql`select posts.*, ${key} as key from ${postsFor(sort)} ${where(conditions)}
    order by ${sql.join(placeIn(sort).map((part) => sql`${part} ${direction}`))} limit ${sql.lit(limit + 1)}`;
}

function postsFor(sort: FeedSort): RawBuilder<unknown> {
  return sort === 'popular' ? sql`posts join post_counts counts on counts.post_id = posts.id` : sql`posts`;
}

/** The columns of the index that has this order. */
function placeIn(sort: FeedSort): RawBuilder<unknown>[] {
  const { key } = orders[sort];
  return [...(key ? [key] : []), sort === 'popular' ? sql`counts.post_id` : sql`posts.id`];
}

function beyondCursor(cursor: Cursor | undefined, sort: FeedSort): RawBuilder<SqlBool>[] {
  if (!cursor) return [];
  const { key, beyond } = orders[sort];
  const place = sql.join(key ? [cursor.key, sql`${cursor.id}::uuid`] : [sql`${cursor.id}::uuid`]);
  return [sql`(${sql.join(placeIn(sort))}) ${beyond} (${place})`];
}

export function countOf(filter: FeedFilter): RawBuilder<unknown> {
  return sql`select count(*) from (
    select 1 from posts ${where(filterConditions(filter))} limit ${sql.lit(justPast)}) matching`;
}

export const justPast = limits.page.countedTo + 1;

export function inOrder(sort: FeedSort): RawBuilder<unknown> {
  const { key, direction } = orders[sort];
  const columns = key || sort === 'relevance' ? ['key', 'id'] : ['id'];
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${direction}`));
}

/** Literals of closed lists, so that each value gets its own plan: a district may have a hundred times the posts of another. */
export function filterConditions(filter: FeedFilter): RawBuilder<SqlBool>[] {
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
  if (filter.state) conditions.push(sql`posts.state = ${literalIfListed(filter.state, states)}`);
  if (filter.district) {
    conditions.push(
      sql`posts.district = ${literalIfListed(filter.district, districtsOf(filter.state ?? ''))}`,
    );
  }
  if (filter.isAvailable !== undefined) {
    conditions.push(filter.isAvailable ? sql`posts.is_available` : sql`not posts.is_available`);
  }
  if (filter.isOrganic) conditions.push(sql`posts.is_organic`);
  conditions.push(...priceConditions(filter));
  for (const word of filter.words ?? []) conditions.push(hasText(word));
  return conditions;
}

function literalIfListed(value: string, values: readonly string[]): RawBuilder<string> | string {
  return values.includes(value) ? sql.lit(value) : value;
}

function priceConditions({ price }: FeedFilter): RawBuilder<SqlBool>[] {
  if (!price) return [];
  const isEnough = sql<SqlBool>`posts.price_rank >= ${sql.lit(price.from)}`;
  return price.to === undefined ? [isEnough] : [isEnough, sql`posts.price_rank <= ${sql.lit(price.to)}`];
}

/**
 * The planner assumes that any `coalesce`d text is frequent: it scans in list order, which is right for posts
 * not looked up by word, and reuses the plan.
 */
function hasText(text: string): RawBuilder<SqlBool> {
  return sql`coalesce(posts.search_text like ${partPattern(text)}, false)`;
}
