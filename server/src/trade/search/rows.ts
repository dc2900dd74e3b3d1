import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Cursor, ListSort } from '#src/trade/lists/cursor.ts';
import type { ListFilter, ListRequest } from '#src/trade/lists/filter.ts';
import {
  countOf,
  filterConditions,
  inOrder,
  justPast,
  orders,
  pageOf,
  where,
  type Conditions,
  type PageOptions,
} from '#src/trade/lists/rows.ts';
import { apart, patternsOf } from '#src/trade/lists/words.ts';

/** A part in more than `many` words is looked up only when those words have at most `atMost` posts. */
const words = { few: 4, many: 20, atMost: 200 };
const posts = { compared: 500, frequent: 5_000 };
const partsAtMost = 8;

function searchPartsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => text.split(apart)).filter((part) => part !== '');
  return [...new Set(parts)].slice(0, partsAtMost);
}

/**
 * Returns the parts of words to look up in the index. Lists of one author, or of followed people, are short and scanned
 * instead.
 */
function partsToLookUp({ words = [], authorId, followerId }: ListFilter): readonly string[] {
  return authorId || followerId ? [] : searchPartsOf(words);
}

export function isByWords(filter: ListFilter): boolean {
  return partsToLookUp(filter).length > 0;
}

/** A list is found by the words of its filter, or read in its order. `withWords` begins the statement. */
export function listOf(request: ListRequest, options?: PageOptions) {
  const parts = partsToLookUp(request.filter);
  if (parts.length === 0) return { withWords: sql``, page: pageOf(request, options), countOf };
  return {
    withWords: sql`with ${withSearchWords(parts, request.filter)}`,
    page: pageByWords(request, parts),
    countOf: (filter: ListFilter) => countByWords(filter, parts),
  };
}

/**
 * Begins a statement. `chosen_words` has the words with the rarest part, one of which each result has. It is empty when
 * a scan in list order is cheaper. A `select` hides the parts from the planner, so that one prepared plan serves all
 * searches.
 */
function withSearchWords(parts: readonly string[], filter: ListFilter): RawBuilder<unknown> {
  const requested = parts.flatMap((part, index) =>
    patternsOf(part).map((pattern) => ({ pattern, number: index + 1 })),
  );
  const patterns = requested.map(({ pattern }) => pattern);
  const numbers = requested.map(({ number }) => number);
  const counted = isFiltered(filter) ? posts.frequent : parts.length > 1 ? posts.compared : 0;
  return sql`
    found as materialized (
      select number, word
      from unnest((select ${patterns}::text[]), (select ${numbers}::int[])) requested (pattern, number)
      left join lateral (
        select word from search_words where word like requested.pattern limit ${sql.lit(words.atMost + 1)}
      ) matching on true
    ),
    parts as materialized (select number, count(*) as words from found group by number),
    rarest as materialized (
      select number from parts cross join lateral (
        select count(*) as posts from (
          select 1 from found cross join lateral (
            select 1 from post_words where post_words.word = found.word offset 0
          ) posts_of_word
          where found.number = parts.number
          limit case when words > ${sql.lit(words.many)} then ${sql.lit(posts.frequent)} else ${sql.lit(counted)} end
        ) counted
      ) sizes
      where words <= ${sql.lit(words.atMost)} and posts < ${sql.lit(posts.frequent)}
      order by posts, number limit 1
    ),
    chosen_words as materialized (select word from found where number = (select number from rarest))`;
}

/** Looks up those other parts that are in few words, which is cheaper than reading the posts. */
function hasOtherSearchParts(parts: readonly string[]): RawBuilder<SqlBool>[] {
  if (parts.length < 2) return [];
  return parts.map((_, index) => {
    const isThis = sql`number = ${sql.lit(index + 1)}`;
    return sql`(
      not exists (
        select from parts
        where ${isThis} and words <= ${sql.lit(words.few)} and number <> (select number from rarest))
      or (
        select true from found cross join lateral (
          select from post_words other
          where other.word = found.word and other.rank in (0, 1) and other.post_id = post_words.post_id offset 0
        ) has where ${isThis} limit 1))`;
  });
}

/** Reads up to a full page of posts of each word, or the candidates to sort. Without chosen words it scans the list. */
function pageByWords(request: ListRequest, parts: readonly string[]): RawBuilder<unknown> {
  const { filter, sort, cursor, limit } = request;
  const conditions = [...hasOtherSearchParts(parts), ...filterConditions(filter)];
  return sql`
    select posts.*, page.key from (
      select id, max(key) as key from (
        ${foundByWords(request, conditions)}
        union all (select id, key from (${pageOf(request, { isNeeded: [findsNoWords] })}) posts)
      ) posts
      ${where(sortedAfterwards.has(sort) && cursor ? [isBeyond(cursor, sort)] : [])}
      group by id order by ${inOrder(sort)} limit ${sql.lit(limit + 1)}
    ) page
    cross join lateral (select * from posts where id = page.id offset 0) posts`;
}

/** The index of words has no order by these keys. The most relevant posts of each word are read, then sorted. */
const sortedAfterwards: ReadonlySet<ListSort> = new Set(['nearest', 'price-low', 'price-high', 'popular']);
const candidates = { unfiltered: 500, filtered: 5_000 };

function foundByWords(
  { filter, sort, cursor, limit }: ListRequest,
  conditions: Conditions,
): RawBuilder<unknown> {
  const ofWord = sql`post_words.word = chosen_words.word`;
  if (sortedAfterwards.has(sort)) {
    const key = orders[sort].key?.(filter);
    const most = isFiltered(filter) ? candidates.filtered : candidates.unfiltered;
    return sql`
      select found.* from chosen_words cross join lateral (
        select posts.id, ${key} as key from ${postsOfWord}
        ${sort === 'popular' ? sql`join post_counts counts on counts.post_id = posts.id` : sql``}
        ${where([sql`${ofWord}`, ...conditions])}
        order by post_words.rank desc, post_words.post_id desc limit ${sql.lit(most)}
      ) found`;
  }
  if (sort === 'relevance') {
    const isBeyondCursor = cursor
      ? [sql<SqlBool>`(post_words.rank, post_words.post_id) < (${cursor.key}::int, ${cursor.id}::uuid)`]
      : [];
    return sql`
      select found.* from chosen_words cross join lateral (
        select posts.id, post_words.rank as key from ${postsOfWord}
        ${where([sql`${ofWord}`, isFirstOccurrence, ...conditions, ...isBeyondCursor])}
        order by post_words.rank desc, post_words.post_id desc limit ${sql.lit(limit + 1)}
      ) found`;
  }
  const isOlder = cursor ? [sql<SqlBool>`post_words.post_id < ${cursor.id}::uuid`] : [];
  return sql`
    select found.* from chosen_words cross join (values (0), (1)) ranks (rank) cross join lateral (
      select posts.id, null::int as key from ${postsOfWord}
      ${where([sql`${ofWord}`, sql`post_words.rank = ranks.rank`, ...conditions, ...isOlder])}
      order by post_words.post_id desc limit ${sql.lit(limit + 1)}
    ) found`;
}

/** A post may occur under several of the words. Sorted by relevance, it is listed only where it ranks highest. */
const isFirstOccurrence = sql<SqlBool>`(post_words.rank = 1 or not exists (
  select from chosen_words others cross join lateral (
    select from post_words other
    where other.word = others.word and other.rank = 1 and other.post_id = post_words.post_id offset 0
  ) named))`;

function isBeyond(cursor: Cursor, sort: ListSort): RawBuilder<SqlBool> {
  return sql`(key, id) ${orders[sort].beyond} (${cursor.key}, ${cursor.id}::uuid)`;
}

/** Counts the posts of the chosen words. Each counts once, although it may occur under several words. */
function countByWords(filter: ListFilter, parts: readonly string[]): RawBuilder<unknown> {
  const conditions = [
    sql<SqlBool>`post_words.word = chosen_words.word`,
    ...hasOtherSearchParts(parts),
    ...filterConditions(filter),
  ];
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

function isFiltered({
  category,
  cropKeys,
  state,
  places,
  withinKm,
  isOrganic,
  isAvailable,
}: ListFilter): boolean {
  return Boolean(category ?? cropKeys ?? state ?? places ?? withinKm ?? isOrganic) || isAvailable === false;
}
