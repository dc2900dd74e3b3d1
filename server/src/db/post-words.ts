import { sql, type RawBuilder } from 'kysely';
import { partPattern } from './part-pattern.ts';

/** An asked word that is part of more words than this is nothing to look posts up by. */
const wordsAtMost = 40;
/** Posts of an asked word are counted no further: which one is the rarest matters where it is rare. */
const countedTo = 500;
/** As many letters of a word as are kept of it. */
const keptLetters = 120;

/**
 * The tables of a `with` that choose how posts of these words are looked for. `way` holds the words of which each such
 * post has at least one: those that the rarest of the asked words is part of. It is empty where every asked word is part of
 * too many, and, with `isNarrow`, where it is in so many posts that looking through what a narrow filter leaves is less
 * work. The words stand behind a `select`, where the planner does not look: one plan serves them all, and making a plan
 * takes longer than following it. @param words folded.
 */
export function wayOfWords(words: readonly string[], isNarrow: boolean): RawBuilder<unknown> {
  const patterns = words.map((word) => partPattern(word.slice(0, keptLetters)));
  const isCounted = words.length > 1 || isNarrow;
  return sql`
    found as materialized (
      select number, word from unnest((select ${patterns}::text[])) with ordinality asked (pattern, number)
      left join lateral (
        select word from search_words where word like asked.pattern limit ${sql.lit(wordsAtMost + 1)}
      ) matching on true
    ),
    usable as (select number from found group by number having count(*) <= ${sql.lit(wordsAtMost)}),
    rarest as materialized (
      ${isCounted ? rarestOfUsable(isNarrow) : sql`select number from usable`}
    ),
    way as materialized (select word from found where number = (select number from rarest))`;
}

function rarestOfUsable(isNarrow: boolean): RawBuilder<unknown> {
  return sql`
    select number from usable cross join lateral (
      select count(*) as posts from (
        select 1 from found cross join lateral (
          select 1 from post_words where post_words.word = found.word offset 0
        ) posts_of_word
        where found.number = usable.number limit ${sql.lit(countedTo)}
      ) counted
    ) sizes
    ${isNarrow ? sql`where posts < ${sql.lit(countedTo)}` : sql``}
    order by posts, number limit 1`;
}
