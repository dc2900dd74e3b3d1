import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Suggestions } from '@upaj/contract/trade/search';
import { isBlockedBetween } from '#src/people/access.ts';
import type { Database } from '#src/platform/db/connection.ts';
import type { ListFilter } from '#src/trade/lists/filter.ts';
import { inOrder } from '#src/trade/lists/rows.ts';
import { listOf } from './rows.ts';

const pruned = 1_000;
const pollEvery = 50;

export function searchStore({ db }: { db: Database }) {
  return {
    /** Suggests available posts that are not behind a block. */
    async suggestPosts(filter: ListFilter, viewerId: string, limit: number): Promise<Suggestions['posts']> {
      const { withWords, page } = listOf({
        filter: { ...filter, isAvailable: true },
        sort: 'relevance',
        cursor: undefined,
        limit: limit * 2,
      });
      const { rows } = await sql<{ post: Suggestions['posts'][number] }>`
        ${withWords}
        select json_build_object('_id', posts.id, 'title', posts.title, 'price', posts.price,
          'priceUnit', posts.price_unit, 'image', posts.images -> 0 ->> 'url',
          'location', json_build_object('state', posts.state, 'district', posts.district),
          'isAvailable', posts.is_available) as post
        from (${page}) posts
        where not ${isBlockedBetween(viewerId, sql`posts.author_id`)}
        order by ${inOrder('relevance')} limit ${sql.lit(limit)}`.execute(db);
      return rows.map(({ post }) => post);
    },

    /**
     * Deletes words that no post has. A transaction that adds a post may rely on a word that is deleted meanwhile, so
     * words that posts have are added again when it has ended.
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
     * Rebuilds the primary key of `post_words` without blocking writes, because inserts in the middle of the index
     * leave its pages half empty. First drops the unfinished index that an interrupted rebuild left.
     */
    async packWords(signal: AbortSignal): Promise<void> {
      for (const left of ['post_words_pkey_ccnew', 'post_words_pkey_ccold'])
        await sql`drop index concurrently if exists ${sql.ref(left)}`.execute(db);
      if (!signal.aborted) await sql`reindex index concurrently post_words_pkey`.execute(db);
    },
  };
}

/** Waits for the transactions that are in progress now. */
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

export type SearchStore = ReturnType<typeof searchStore>;
