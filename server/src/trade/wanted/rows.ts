import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { WantedSort } from '@upaj/contract/trade/wanted';
import { isActivePerson } from '#src/people/access.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { todayInIndia } from '#src/platform/db/times.ts';
import { districtsAround } from '#src/platform/places/distance.ts';
import { hasWord } from '#src/trade/lists/rows.ts';
import type { WantedFilter, WantedRequest } from './filter.ts';

/** The condition that a wanted post, in a row named `wanted`, is open and its end date has not passed. */
export const isWantedNow = sql<boolean>`(wanted.is_open and wanted.end_date >= ${todayInIndia})`;

/** Builds conditions on rows of `wanted_posts` named `wanted` and, as `places`, the districts near the reader. */
const eb = expressionBuilder<DB & { wanted: DB['wanted_posts']; places: NearPlace }, 'wanted' | 'places'>();

interface NearPlace {
  state: string;
  district: string;
  nearness: number;
}

export function findMatching(db: Database, { filter }: WantedRequest, viewerId: string) {
  return db
    .selectFrom('wanted_posts as wanted')
    .$if(filter.near !== undefined, (query) =>
      query.leftJoin(placesNear(filter).as<'places'>('places'), (join) =>
        join.onRef('places.state', '=', 'wanted.state').onRef('places.district', '=', 'wanted.district'),
      ),
    )
    .where(eb.and(conditionsOf(filter, viewerId)));
}

/** Lists the nearest first: `nearness` is -1, -2 and so on. */
function placesNear({ near, withinKm }: WantedFilter): RawBuilder<NearPlace> {
  const found = near ? districtsAround(near, withinKm) : [];
  return sql`(
    select state, district, -place::int as nearness
    from unnest(${found.map(({ state }) => state)}::text[], ${found.map(({ district }) => district)}::text[])
      with ordinality as listed (state, district, place)
  )`;
}

type Condition = Expression<SqlBool>;

function conditionsOf(filter: WantedFilter, viewerId: string): Condition[] {
  const { isOwn, followerId, category, state, district, places, withinKm, price } = filter;
  const isOwnPost = eb('wanted.author_id', '=', viewerId);
  const isShown = eb.and([
    isWantedNow,
    isAuthorActive,
    eb('wanted.author_id', 'not in', blockedWith(viewerId)),
  ]);
  const conditions: Condition[] = [isOwn ? isOwnPost : eb.or([isOwnPost, isShown])];
  if (followerId) conditions.push(eb('wanted.author_id', 'in', followedBy(followerId)));
  if (category) conditions.push(eb('wanted.category', '=', category));
  if (state) conditions.push(eb('wanted.state', '=', state));
  if (district) conditions.push(eb('wanted.district', '=', district));
  if (places) conditions.push(eb.or(places.map(isIn)));
  if (withinKm !== undefined) conditions.push(eb('places.nearness', 'is not', null));
  if (price) conditions.push(eb('wanted.price_rank', '>=', price.from));
  if (price?.to !== undefined) conditions.push(eb('wanted.price_rank', '<=', price.to));
  return [...conditions, ...searchConditions(filter)];
}

function isIn({ state, district }: { state: string; district?: string }): Condition {
  return eb.and({ 'wanted.state': state, ...(district && { 'wanted.district': district }) });
}

/** There is no index of words: a scan of 200,000 rows takes 0.4 s. */
function searchConditions({ cropKeys, words, otherwise = [] }: WantedFilter): Condition[] {
  // A search that has only signs, such as '!!!', finds nothing.
  if (words?.length === 0) return [eb.lit(false)];
  const hasWords = (words ?? []).map(hasText);
  if (!cropKeys) return hasWords;
  const isOfCrop = eb.and([eb('wanted.crop_key', 'in', cropKeys), ...hasWords]);
  return otherwise.length === 0 ? [isOfCrop] : [eb.or([isOfCrop, eb.and(otherwise.map(hasText))])];
}

function hasText(text: string): Condition {
  return hasWord(sql`wanted.search_text`, text);
}

/** Whether the author's account is active. A subquery for each row, because `exists` would read all users. */
const isAuthorActive = eb
  .selectFrom('users')
  .select(isActivePerson.as('isActive'))
  .whereRef('users.id', '=', 'wanted.author_id')
  .$asScalar();

function followedBy(followerId: string) {
  return eb.selectFrom('follows').select('followed_id').where('follower_id', '=', followerId);
}

/** The query reads the blocks once for all rows; `isBlockedBetween` would read them for each. */
function blockedWith(viewerId: string) {
  const blocked = eb.selectFrom('blocks').select('blocked_id as id').where('blocker_id', '=', viewerId);
  const blockers = eb.selectFrom('blocks').select('blocker_id as id').where('blocked_id', '=', viewerId);
  return blocked.unionAll(blockers);
}

export function keyOf(sort: WantedSort): Expression<number | null> {
  if (sort === 'nearest') return eb.fn.coalesce('places.nearness', eb.lit(-10_000));
  return sort === 'price-high' ? eb.ref('wanted.price_rank') : eb.lit(null);
}

export function isBeyond({ sort, cursor }: WantedRequest): Condition {
  const id = eb.val(cursor?.id ?? '');
  if (sort === 'latest') return eb('wanted.id', '<', id);
  const key = eb.cast<number>(eb.val(cursor?.key), 'numeric');
  return eb(eb.tuple(keyOf(sort), eb.ref('wanted.id')), '<', eb.tuple(key, id));
}
