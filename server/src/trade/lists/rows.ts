import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { limits } from '@upaj/contract/limits';
import { districtsOf, states } from '@upaj/contract/places';
import { partPattern } from '#src/platform/db/expressions.ts';
import { districtsAround } from '#src/platform/places/distance.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import { isPostShown } from '#src/trade/access.ts';
import type { ListSort } from './cursor.ts';
import type { ListFilter, ListRequest } from './filter.ts';
import { wholeWordPattern } from './words.ts';

interface Order {
  key?: (filter: ListFilter) => RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  beyond: RawBuilder<unknown>;
}

/** Each order ends with the id, so that it is total and one index serves it. */
export const orders: Readonly<Record<ListSort, Order>> = {
  latest: { direction: sql`desc`, beyond: sql`<` },
  nearest: { key: nearness, direction: sql`desc`, beyond: sql`<` },
  'price-low': { key: () => sql`posts.price_rank`, direction: sql`asc`, beyond: sql`>` },
  'price-high': { key: () => sql`posts.price_rank`, direction: sql`desc`, beyond: sql`<` },
  popular: { key: () => sql`counts.popularity`, direction: sql`desc`, beyond: sql`<` },
  // Without words all posts are equally relevant, so the latest come first.
  relevance: { direction: sql`desc`, beyond: sql`<` },
};

export type Conditions = readonly Expression<SqlBool>[];

export function where(conditions: Conditions): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

export interface PageOptions {
  isNeeded?: Conditions;
  /** Few enough posts match the filter to sort them all. */
  areFew?: boolean;
}

export function pageOf(
  request: ListRequest,
  { isNeeded = [], areFew = false }: PageOptions = {},
): RawBuilder<unknown> {
  const { filter, sort, limit } = request;
  if (sort === 'nearest' && !areFew) return pageByDistance(request, isNeeded);
  const key = orders[sort].key?.(filter) ?? (sort === 'relevance' ? sql`0` : sql`null::int`);
  const order = sql.join(placeIn(sort, filter).map((part) => sql`${part} ${orders[sort].direction}`));
  const first = sql.lit(limit + 1);
  if (isSmallArea(filter) && sort !== 'nearest' && (areFew || !orders[sort].key)) {
    const conditions = [...isNeeded, inDistrict, ...otherConditions(filter), ...beyondCursor(request)];
    return sql`select * from (
      select of_district.* from ${districtsOfArea(filter)} cross join lateral (
        select posts.*, ${key} as key from ${postsFor(sort)} ${where(conditions)} order by ${order} limit ${first}
      ) of_district
    ) posts order by ${inOrder(sort)} limit ${first}`;
  }
  const conditions = [...isNeeded, ...filterConditions(filter), ...beyondCursor(request)];
  return sql`select posts.*, ${key} as key from ${postsFor(sort)} ${where(conditions)}
    order by ${order} limit ${first}`;
}

/** Reads district after district until the page is full. The lateral join preserves their order. */
function pageByDistance({ filter, cursor, limit }: ListRequest, isNeeded: Conditions): RawBuilder<unknown> {
  const beyond = cursor
    ? [sql<SqlBool>`(districts.nearness < ${cursor.key}::int or posts.id < ${cursor.id}::uuid)`]
    : [];
  const conditions = [...isNeeded, inDistrict, ...otherConditions(filter), ...beyond];
  const first = sql.lit(limit + 1);
  return sql`select of_district.*, districts.nearness as key from ${districtsOfArea(filter)} cross join lateral (
      select posts.* from posts ${where(conditions)} order by posts.id desc limit ${first}
    ) of_district
    ${where(cursor ? [sql`districts.nearness <= ${cursor.key}::int`] : [])} limit ${first}`;
}

/**
 * An area of at most this many districts is read by the index of places, district by district. For a larger one the
 * lists are scanned.
 */
const smallArea = 60;

export function isSmallArea({ near, withinKm }: ListFilter): boolean {
  return near !== undefined && withinKm !== undefined && districtsAround(near, withinKm).length <= smallArea;
}

/** Lists the nearest first: `nearness` is 0, -1, -2 and so on. */
function districtsOfArea({ near, withinKm }: ListFilter): RawBuilder<unknown> {
  const found = near ? districtsAround(near, withinKm) : [];
  return sql`(
    select state, district, 1 - place::int as nearness
    from unnest(${found.map(({ state }) => state)}::text[], ${found.map(({ district }) => district)}::text[])
      with ordinality as listed (state, district, place)
  ) districts`;
}

const inDistrict = sql<SqlBool>`posts.state = districts.state and posts.district = districts.district`;

/** Computes the `nearness` of `districtsOfArea` for lists in another order. */
function nearness({ near }: ListFilter): RawBuilder<unknown> {
  const found = near ? districtsAround(near) : [];
  const places = Object.fromEntries(found.map((place, index) => [nameOf(place), -index]));
  return sql`coalesce((${JSON.stringify(places)}::jsonb ->> ${placeName})::int, ${sql.lit(-found.length)})`;
}

/**
 * The condition that a post is in the area. `coalesce` makes the planner assume that most posts are, so it reads lists
 * in order.
 */
function isInArea({ near, withinKm }: ListFilter): RawBuilder<SqlBool> {
  const names = near ? districtsAround(near, withinKm).map(nameOf) : [];
  return sql`coalesce(${JSON.stringify(names)}::jsonb ? ${placeName}, false)`;
}

const nameOf = ({ state, district }: Place) => `${district}, ${state}`;
const placeName = sql`(posts.district || ', ' || posts.state)`;

function postsFor(sort: ListSort): RawBuilder<unknown> {
  return sort === 'popular' ? sql`posts join post_counts counts on counts.post_id = posts.id` : sql`posts`;
}

/** Returns the columns of the index that has this order. */
function placeIn(sort: ListSort, filter: ListFilter): RawBuilder<unknown>[] {
  const key = orders[sort].key?.(filter);
  return [...(key ? [key] : []), sort === 'popular' ? sql`counts.post_id` : sql`posts.id`];
}

function beyondCursor({ filter, sort, cursor }: ListRequest): RawBuilder<SqlBool>[] {
  if (!cursor) return [];
  const id = sql`${cursor.id}::uuid`;
  const place = sql.join(orders[sort].key ? [cursor.key, id] : [id]);
  return [sql`(${sql.join(placeIn(sort, filter))}) ${orders[sort].beyond} (${place})`];
}

export function countOf(filter: ListFilter, atMost: number = justPast): RawBuilder<unknown> {
  const matching = isSmallArea(filter)
    ? sql`${districtsOfArea(filter)} cross join lateral (
        select 1 from posts ${where([inDistrict, ...otherConditions(filter)])} offset 0) of_district`
    : sql`posts ${where(filterConditions(filter))}`;
  return sql`select count(*) from (select 1 from ${matching} limit ${sql.lit(atMost)}) matching`;
}

export const justPast = limits.page.countedTo + 1;

export function inOrder(sort: ListSort): RawBuilder<unknown> {
  const { key, direction } = orders[sort];
  const columns = key || sort === 'relevance' ? ['key', 'id'] : ['id'];
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${direction}`));
}

/**
 * Values of closed lists are literals, so that each gets its own plan: a district may have a hundred times the posts of
 * another.
 */
export function filterConditions(filter: ListFilter): RawBuilder<SqlBool>[] {
  return [...otherConditions(filter), ...(filter.withinKm === undefined ? [] : [isInArea(filter)])];
}

/** Returns the conditions for all of the filter but the distance. */
function otherConditions(filter: ListFilter): RawBuilder<SqlBool>[] {
  // Authors see their own hidden posts.
  const conditions: RawBuilder<SqlBool>[] = filter.isOwn ? [] : [sql`${isPostShown}`];
  if (filter.authorId) conditions.push(sql`posts.author_id = ${filter.authorId}`);
  if (filter.followerId) {
    conditions.push(
      sql`posts.author_id in (select followed_id from follows where follower_id = ${filter.followerId})`,
    );
  }
  if (filter.category) conditions.push(sql`posts.category = ${sql.lit(filter.category)}`);
  if (filter.authorIds) conditions.push(sql`posts.author_id = any(${filter.authorIds}::uuid[])`);
  const [cropKey, ...otherCrops] = filter.cropKeys ?? [];
  if (otherCrops.length > 0) conditions.push(sql`posts.crop_key = any(${filter.cropKeys}::text[])`);
  else if (cropKey !== undefined) conditions.push(sql`posts.crop_key = ${cropKey}`);
  if (filter.exceptCropKeys) conditions.push(sql`posts.crop_key <> all(${filter.exceptCropKeys}::text[])`);
  if (filter.places) conditions.push(sql`(${sql.join(filter.places.map(isIn), sql` or `)})`);
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

function isIn({ state, district }: { state: string; district?: string }): RawBuilder<SqlBool> {
  const isInState = sql<SqlBool>`posts.state = ${state}`;
  return district ? sql<SqlBool>`${isInState} and posts.district = ${district}` : isInState;
}

function literalIfListed(value: string, values: readonly string[]): RawBuilder<string> | string {
  return values.includes(value) ? sql.lit(value) : value;
}

function priceConditions({ price }: ListFilter): RawBuilder<SqlBool>[] {
  if (!price) return [];
  const isEnough = sql<SqlBool>`posts.price_rank >= ${sql.lit(price.from)}`;
  return price.to === undefined ? [isEnough] : [isEnough, sql`posts.price_rank <= ${sql.lit(price.to)}`];
}

/**
 * The condition that a post has the text. `coalesce` makes the planner assume that most posts have it: it then scans in
 * list order, which is right for posts that are not looked up by word, and reuses the plan.
 */
function hasText(text: string): RawBuilder<SqlBool> {
  return sql`coalesce(${hasWord(sql`posts.search_text`, text)}, false)`;
}

/**
 * The condition that a text has the word. Short names of goods are found as whole words only, others within words too.
 */
export function hasWord(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  const whole = wholeWordPattern(word);
  return whole ? sql`${text} ~ ${whole}` : sql`${text} like ${partPattern(word)}`;
}
