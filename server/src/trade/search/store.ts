import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { partPattern } from '#src/platform/db/part-pattern.ts';

/** A part in more than `many` words is looked up only when those words have at most `atMost` posts. */
const words = { few: 4, many: 20, atMost: 200 };
const posts = { compared: 500, frequent: 5_000 };
const partsAtMost = 8;

/** Must match words_of in the migrations, which fills `search_words`. */
const apart = /[!-/:-@[-`{-~।\s]+/u;

export function searchPartsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => text.split(apart)).filter((part) => part !== '');
  return [...new Set(parts)].slice(0, partsAtMost);
}

/**
 * `chosen_words` contain the rarest part, and each result has one of them; empty when a scan in list order is
 * cheaper. A `select` hides the parts from the planner, so one prepared plan serves all searches.
 */
export function withSearchWords(parts: readonly string[], isFiltered: boolean): RawBuilder<unknown> {
  const counted = isFiltered ? posts.frequent : parts.length > 1 ? posts.compared : 0;
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
export function hasOtherSearchParts(parts: readonly string[]): RawBuilder<SqlBool>[] {
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
          where other.word = found.word and other.post_id = post_words.post_id offset 0
        ) has where ${isThis} limit 1))`;
  });
}
