import { sql } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { SavedQuery } from '@upaj/contract/trade/saved-query';
import type { Database } from '#src/platform/db/connect.ts';
import { newRowId } from '#src/platform/db/ids.ts';
import { isActivePerson, isBlockedBetween } from '#src/people/access.ts';
import type { FeedFilter } from '#src/trade/feed/filter.ts';

export interface SearchRow {
  id: string;
  query: SavedQuery;
  createdAt: Date;
}

interface NewSearch extends Omit<SearchRow, 'createdAt'> {
  userId: string;
  filter: FeedFilter;
  cropKey: string;
  state: string;
}

export interface Candidate {
  id: string;
  userId: string;
  filter: FeedFilter;
}

export interface Match {
  searchId: string;
  postId: string;
}

/** More are not counted. */
const unsentAtMost = 100;
const between = sql`interval '1 hour'`;

export function savedSearchesStore(db: Database) {
  const columns = ['id', 'query', 'created_at as createdAt'] as const;

  async function findSearches(userId: string): Promise<SearchRow[]> {
    const rows = await db
      .selectFrom('saved_searches')
      .select(columns)
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute();
    return rows as SearchRow[];
  }

  /** @returns how many notifications were added. */
  async function notifyLocked(searchIds: readonly string[], trx: Database): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      with due as materialized (
        select search.id, search.user_id, search.query, ${isActivePerson} as is_active
        from saved_searches search join users on users.id = search.user_id where search.id = any(${searchIds}::uuid[])
      ), unsent as materialized (
        select match.search_id, match.post_id from due
        join saved_search_matches match on match.search_id = due.id and match.notified_at is null
        for update of match skip locked
      ), shown as materialized (
        select due.id, due.user_id, due.query, count(*) as posts
        from unsent join due on due.id = unsent.search_id join posts on posts.id = unsent.post_id
        where due.is_active and posts.is_available and not posts.is_hidden
          and not ${isBlockedBetween(sql`due.user_id`, sql`posts.author_id`)}
        group by due.id, due.user_id, due.query
      ), sent as (
        update saved_search_matches match set notified_at = now() from unsent
        where (match.search_id, match.post_id) = (unsent.search_id, unsent.post_id)
      ), done as (
        update saved_searches set due_at = null,
          notified_at = case when id in (select id from shown) then now() else notified_at end
        where id in (select id from due)
      ), unread as materialized (
        select notification.id, shown.id as search_id, (notification.data ->> 'count')::int as posts
        from shown join notifications notification on notification.user_id = shown.user_id
          and notification.kind = 'saved-search' and not notification.is_read
          and notification.data ->> 'searchId' = shown.id::text
        for update of notification skip locked
      ), replaced as (
        delete from notifications where id in (select id from unread)
      )
      insert into notifications (id, user_id, kind, data)
      select ${newRowId}, shown.user_id, 'saved-search', jsonb_build_object('searchId', shown.id, 'query', shown.query,
        'count', least(${sql.lit(unsentAtMost)},
          shown.posts + coalesce((select sum(posts) from unread where search_id = shown.id), 0)))
      from shown`.execute(trx);
    return Number(numAffectedRows);
  }

  return {
    unsentAtMost,
    findSearches,

    /** One at a time per user, so that the limit holds. The same search again is understood again. */
    addSearch({
      id,
      userId,
      query,
      filter,
      cropKey,
      state,
    }: NewSearch): Promise<SearchRow | 'NOT_LOGGED_IN' | 'TOO_MANY_SEARCHES'> {
      const text = JSON.stringify(query);
      return db.transaction().execute(async (trx) => {
        const person = sql`select from users where id = ${userId} and ${isActivePerson} for no key update`;
        if ((await person.execute(trx)).rows.length === 0) return 'NOT_LOGGED_IN';
        const { rows } = await sql<SearchRow>`
          insert into saved_searches (id, user_id, query, filter, crop_key, state)
          select ${id}, ${userId}, ${text}::text::jsonb, ${JSON.stringify(filter)}::text::jsonb, ${cropKey}, ${state}
          where (
            select count(*) from saved_searches where user_id = ${userId} and query <> ${text}::text::jsonb
          ) < ${sql.lit(limits.savedSearches)}
          on conflict (user_id, query) do update
            set filter = excluded.filter, crop_key = excluded.crop_key, state = excluded.state
          returning id, query, created_at as "createdAt"`.execute(trx);
        return rows[0] ?? 'TOO_MANY_SEARCHES';
      });
    },

    async removeSearch(userId: string, searchId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('saved_searches')
        .where('id', '=', searchId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** In the order of ids. Some match none of the posts. */
    async findCandidates(
      cropKeys: readonly string[],
      states: readonly string[],
      after: string,
      count: number,
    ): Promise<Candidate[]> {
      const { rows } = await sql<Candidate>`
        select id, user_id as "userId", filter from saved_searches
        where crop_key = any(${['', ...new Set(cropKeys)]}::text[]) and state = any(${['', ...new Set(states)]}::text[])
          and id > ${after}
        order by id limit ${sql.lit(count)}`.execute(db);
      return rows;
    },

    /** Adds each pair once. Waits for searches only, in one order; a post that is being deleted is left out. */
    async addMatches(matches: readonly Match[]): Promise<void> {
      const [searchIds, postIds] = [
        matches.map(({ searchId }) => searchId),
        matches.map(({ postId }) => postId),
      ];
      await sql`
        with wanted as materialized (
          select search_id, post_id from unnest(${searchIds}::uuid[], ${postIds}::uuid[]) wanted (search_id, post_id)
          where not exists (
            select from saved_search_matches known where (known.search_id, known.post_id) = (wanted.search_id, wanted.post_id))
        ), searches as materialized (
          select id from saved_searches where id in (select search_id from wanted) order by id for no key update
        ), found as materialized (
          select id from posts where id in (select post_id from wanted) order by id for key share skip locked
        ), added as (
          insert into saved_search_matches (search_id, post_id)
          select search_id, post_id from wanted
          join searches on searches.id = search_id join found on found.id = post_id
          where (
            select count(*) from (
              select from saved_search_matches unsent
              where unsent.search_id = wanted.search_id and notified_at is null limit ${sql.lit(unsentAtMost)}
            ) counted) < ${sql.lit(unsentAtMost)}
          order by search_id, post_id on conflict do nothing returning search_id
        )
        update saved_searches set due_at = coalesce(due_at, greatest(now(), notified_at + ${between}))
        where id in (select search_id from added)`.execute(db);
    },

    /**
     * Adds to the search's unread notification, in a new one that is delivered again. Waits for no lock, so that deletions
     * may take rows in any order. The second statement reads what was matched until the first had locked the searches.
     */
    notifyDue(count: number): Promise<{ handled: number; notified: number }> {
      return db.transaction().execute(async (trx) => {
        const { rows: due } = await sql<{ id: string }>`
          select search.id from saved_searches search join users on users.id = search.user_id
          where search.due_at <= now() order by search.due_at, search.id limit ${sql.lit(count)}
          for no key update of search skip locked for key share of users skip locked`.execute(trx);
        if (due.length === 0) return { handled: 0, notified: 0 };
        return {
          handled: due.length,
          notified: await notifyLocked(
            due.map(({ id }) => id),
            trx,
          ),
        };
      });
    },
  };
}

export type SavedSearchesStore = ReturnType<typeof savedSearchesStore>;
