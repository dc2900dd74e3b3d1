import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#src/platform/db/connect.ts';
import { partPattern } from '#src/platform/db/part-pattern.ts';
import type { Cursor, FeedSort } from '#src/trade/feed/cursor.ts';
import type { FeedFilter } from '#src/trade/feed/filter.ts';
import {
  countOf,
  filterConditions,
  inOrder,
  justPast,
  orders,
  pageOf,
  where,
  type Conditions,
  type ListRequest,
} from '#src/trade/lists/store.ts';

/** A part in more than `many` words is looked up only when those words have at most `atMost` posts. */
const words = { few: 4, many: 20, atMost: 200 };
const posts = { compared: 500, frequent: 5_000 };
const partsAtMost = 8;

/** Must match words_of in the schema, which fills `search_words`. */
const apart = /[!-/:-@[-`{-~।\s]+/u;

function searchPartsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => text.split(apart)).filter((part) => part !== '');
  return [...new Set(parts)].slice(0, partsAtMost);
}

/** Lists of one author, or of followed people, are short and scanned instead. */
export function partsToLookUp({ words = [], authorId, followerId }: FeedFilter): readonly string[] {
  return authorId || followerId ? [] : searchPartsOf(words);
}

/**
 * `chosen_words` contain the rarest part, and each result has one of them; empty when a scan in list order is
 * cheaper. A `select` hides the parts from the planner, so one prepared plan serves all searches.
 */
export function withSearchWords(parts: readonly string[], filter: FeedFilter): RawBuilder<unknown> {
  const counted = isFiltered(filter) ? posts.frequent : parts.length > 1 ? posts.compared : 0;
  return sql`
    found as materialized (
      select number, word
      from unnest((select ${parts.map(partPattern)}::text[])) with ordinality requested (pattern, number)
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

/** Of the other parts, those in few words: cheaper than reading the post. */
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

/** Of each word up to a full page of posts, or the candidates to sort; without words, a scan. */
export function pageByWords(request: ListRequest, parts: readonly string[]): RawBuilder<unknown> {
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

/** Words have no order by price or popularity: these sort the most relevant posts of each word. */
const sortedAfterwards: ReadonlySet<FeedSort> = new Set(['nearest', 'price-low', 'price-high', 'popular']);
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

/** A post may occur under several of the words: by relevance it has the place of the highest rank. */
const isFirstOccurrence = sql<SqlBool>`(post_words.rank = 1 or not exists (
  select from chosen_words others cross join lateral (
    select from post_words other
    where other.word = others.word and other.rank = 1 and other.post_id = post_words.post_id offset 0
  ) named))`;

function isBeyond(cursor: Cursor, sort: FeedSort): RawBuilder<SqlBool> {
  return sql`(key, id) ${orders[sort].beyond} (${cursor.key}, ${cursor.id}::uuid)`;
}

/** A post may occur under each of its words. */
export function countByWords(filter: FeedFilter, parts: readonly string[]): RawBuilder<unknown> {
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
}: FeedFilter): boolean {
  return Boolean(category ?? cropKeys ?? state ?? places ?? withinKm ?? isOrganic) || isAvailable === false;
}

const pruned = 1_000;
const pollEvery = 50;

export function searchStore(db: Database) {
  return {
    /**
     * A transaction that adds a post may rely on a word that is deleted meanwhile, so words that posts have are
     * added again when it has ended.
     */
    async pruneWords(signal: AbortSignal): Promise<void> {
      let after: string | null = '';
      while (after !== null && !signal.aborted) {
        const { rows }: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
          with batch as materialized (
            select word from search_words where word > ${after} order by word limit ${sql.lit(pruned)}
          ), deleted as (
            delete from search_words where word in (
              select word from batch
              where not exists (select from post_words where post_words.word = batch.word))
          )
          select max(word) as last from batch`.execute(db);
        after = rows[0]?.last ?? null;
      }
      await waitForTransactions(db, signal);
      await addMissingWords(db);
    },

    /**
     * New posts are inserted at the end of each word, in the middle of the index, which leaves its pages half empty.
     * Does not block writes. What a run that failed has left is removed first.
     */
    async packWords(signal: AbortSignal): Promise<void> {
      for (const left of ['post_words_pkey_ccnew', 'post_words_pkey_ccold'])
        await sql`drop index concurrently if exists ${sql.ref(left)}`.execute(db);
      if (!signal.aborted) await sql`reindex index concurrently post_words_pkey`.execute(db);
    },
  };
}

/** That are under way now. */
async function waitForTransactions(db: Database, signal: AbortSignal): Promise<void> {
  const { rows: started } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  for (;;) {
    const { rows } =
      await sql`select where pg_snapshot_xmin(pg_current_snapshot()) >= ${started[0]?.next}::xid8`.execute(
        db,
      );
    if (rows.length > 0 || signal.aborted) return;
    await sleep(pollEvery);
  }
}

/** Goes from word to word: reading all rows would take minutes. */
async function addMissingWords(db: Database): Promise<void> {
  await sql`
    with recursive used (word) as (
      select min(word) from post_words
      union all
      select (select min(word) from post_words where post_words.word > used.word) from used where word is not null
    )
    insert into search_words select word from used where word is not null order by word on conflict do nothing`.execute(
    db,
  );
}
