import { sql } from 'kysely';
import type { SavedQuery } from '@upaj/contract/trade/saved-query';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isActivePerson } from '#src/people/access.ts';
import { canSeePost } from '#src/trade/access.ts';
import type { ListFilter } from '#src/trade/lists/filter.ts';
import type { PostFacts } from './is-match.ts';

export interface SearchRow {
  id: string;
  query: SavedQuery;
  createdAt: Date;
}

interface NewSearch extends Omit<SearchRow, 'createdAt'> {
  userId: string;
  filter: ListFilter;
  cropKey: string;
  state: string;
}

export interface Candidate {
  id: string;
  userId: string;
  filter: ListFilter;
}

export interface Match {
  searchId: string;
  userId: string;
  postIds: readonly string[];
}

export interface VisibleMatches {
  searchId: string;
  userId: string;
  query: SavedQuery;
  count: number;
}

/** How many matches a search stores and counts at most. */
export const waitingPosts = 100;

/**
 * In ms. A match that waits longer has no event any more: events wait an hour between two notifications, and are then
 * tried again for a limited time.
 */
const longestWait = 4 * 60 * 60_000;

export function savedSearchesStore({ db }: { db: Database }) {
  const columns = ['id', 'query', 'created_at as createdAt'] as const;

  return {
    async findSearches(userId: string): Promise<SearchRow[]> {
      const rows = await db
        .selectFrom('saved_searches')
        .select(columns)
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .execute();
      return rows as SearchRow[];
    },

    async countOthers(userId: string, query: SavedQuery, trx: Transaction): Promise<number> {
      const others = await trx
        .selectFrom('saved_searches')
        .select('id')
        .where('user_id', '=', userId)
        .where('query', '<>', JSON.stringify(query))
        .execute();
      return others.length;
    },

    /** Adds a search. One that the user has already gets the filter that its words mean now. */
    async addSearch(search: NewSearch, trx: Transaction): Promise<SearchRow> {
      const { id, userId, filter, cropKey: crop_key, state } = search;
      const understood = { filter: JSON.stringify(filter), crop_key, state };
      const row = await trx
        .insertInto('saved_searches')
        .values({ id, user_id: userId, query: JSON.stringify(search.query), ...understood })
        .onConflict((conflict) => conflict.columns(['user_id', 'query']).doUpdateSet(understood))
        .returning(columns)
        .executeTakeFirstOrThrow();
      return row as SearchRow;
    },

    async removeSearch(userId: string, searchId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('saved_searches')
        .where('id', '=', searchId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /**
     * Returns searches in the order of their ids. Their crop and state fit one of the posts, but the rest of the filter
     * may not.
     */
    async findCandidates(
      trx: Transaction,
      posts: readonly PostFacts[],
      after: string | undefined,
      count: number,
    ): Promise<Candidate[]> {
      const rows = await trx
        .selectFrom('saved_searches')
        .select(['id', 'user_id as userId', 'filter'])
        .where('crop_key', 'in', ['', ...new Set(posts.map(({ cropKey }) => cropKey))])
        .where('state', 'in', ['', ...new Set(posts.map(({ state }) => state))])
        .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(count)
        .execute();
      return rows as Candidate[];
    },

    /**
     * Locks the searches, so that they are not deleted meanwhile. @returns those whose users must be notified: they had
     * no matches, or some whose event was set aside
     */
    async addMatches(trx: Transaction, matches: readonly Match[]): Promise<Omit<Match, 'postIds'>[]> {
      if (matches.length === 0) return [];
      const searches = await trx
        .selectFrom('saved_searches as search')
        .select((eb) => [
          'id',
          eb
            .selectFrom('saved_search_matches')
            .select((of) => of.cast<number>(of.fn.countAll(), 'integer').as('count'))
            .whereRef('search_id', '=', 'search.id')
            .as('waiting'),
          eb
            .selectFrom('saved_search_matches')
            .select((of) => of.fn.min('matched_at').as('first'))
            .whereRef('search_id', '=', 'search.id')
            .as('since'),
        ])
        .where(
          'id',
          'in',
          matches.map(({ searchId }) => searchId),
        )
        .orderBy('id')
        .forKeyShare()
        .execute();
      const waitingOf = new Map(searches.map(({ id, waiting }) => [id, waiting ?? 0]));
      const rows = matches.flatMap(({ searchId, postIds }) =>
        postIds
          .slice(0, waitingPosts - (waitingOf.get(searchId) ?? waitingPosts))
          .map((postId) => ({ search_id: searchId, post_id: postId })),
      );
      if (rows.length > 0)
        await trx
          .insertInto('saved_search_matches')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      const longAgo = new Date(Date.now() - longestWait);
      const due = new Set(searches.flatMap(({ id, since }) => (since && since > longAgo ? [] : [id])));
      return matches.filter(({ searchId }) => due.has(searchId));
    },

    /** Counts the matches that the users of the searches can see now. */
    async countVisible(trx: Transaction, searchIds: readonly string[]): Promise<VisibleMatches[]> {
      const rows = await trx
        .selectFrom('saved_searches as search')
        .innerJoin('users', 'users.id', 'search.user_id')
        .innerJoin('saved_search_matches as match', 'match.search_id', 'search.id')
        .innerJoin('posts', 'posts.id', 'match.post_id')
        .select((eb) => [
          'search.id as searchId',
          'search.user_id as userId',
          'search.query',
          eb.cast<number>(eb.fn.countAll(), 'integer').as('count'),
        ])
        .where('search.id', 'in', searchIds)
        .where(isActivePerson)
        .where('posts.is_available', '=', true)
        .where(canSeePost(sql.ref('search.user_id')))
        .groupBy('search.id')
        .execute();
      return rows as VisibleMatches[];
    },

    async removeMatches(trx: Transaction, searchIds: readonly string[]): Promise<void> {
      await trx.deleteFrom('saved_search_matches').where('search_id', 'in', searchIds).execute();
    },
  };
}

export type SavedSearchesStore = ReturnType<typeof savedSearchesStore>;
