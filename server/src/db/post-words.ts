import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { partPattern } from './part-pattern.ts';

/** A part that is in more words than `many` is looked up by them only where these have few posts, and by no more than `atMost`. */
const words = { few: 4, many: 20, atMost: 200 };
/** Posts of a part are counted no further than is needed to compare parts, and to see that posts are better looked through. */
const posts = { compared: 500, frequent: 5_000 };
const partsAtMost = 8;

/** What stands between these stands in `search_words`; see words_of in the migrations. */
const apart = /[!-/:-@[-`{-~।\s]+/u;

/** The parts of words that each post with these texts in it has. @param texts folded. */
export function partsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => text.split(apart)).filter((part) => part !== '');
  return [...new Set(parts)].slice(0, partsAtMost);
}

/**
 * The tables of a `with` that choose how posts with these parts of words are looked for. `way` holds the words of which
 * each such post has at least one: those that the rarest of the parts is in. It is empty where posts had better be looked
 * through in the order of the list: where a part is in so many posts that the next ones are never far, and, with
 * `isFiltered`, an index holds those of the filter. The parts stand behind a `select`, where the planner does not look:
 * one plan serves them all, and making a plan takes longer than following it.
 */
export function wayOfParts(parts: readonly string[], isFiltered: boolean): RawBuilder<unknown> {
  const counted = isFiltered ? posts.frequent : parts.length > 1 ? posts.compared : 0;
  return sql`
    found as materialized (
      select number, word
      from unnest((select ${parts.map(partPattern)}::text[])) with ordinality asked (pattern, number)
      left join lateral (
        select word from search_words where word like asked.pattern limit ${sql.lit(words.atMost + 1)}
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
    way as materialized (select word from found where number = (select number from rarest))`;
}

/**
 * What a row of `post_words` on the way meets: its post has the other parts too, as far as they are in few words. This is
 * cheaper than to read the post.
 */
export function hasOtherParts(parts: readonly string[]): RawBuilder<SqlBool>[] {
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
