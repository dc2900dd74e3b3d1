import { sql } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { PostGoods } from '#src/mandi/market-page/service.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { canSeeProfile, hasBlocked } from '#src/people/access.ts';
import { isNamed } from '#src/people/rows.ts';
import type { Counts } from '#src/trade/lists/cursor.ts';
import type { ListFilter, ListRequest } from '#src/trade/lists/filter.ts';
import { countOf, inOrder, isSmallArea, orders } from '#src/trade/lists/rows.ts';
import { postGoods, postJson, type PostView } from '#src/trade/rows.ts';
import { isByWords, listOf } from '#src/trade/search/rows.ts';

export interface FeedRow extends PostGoods {
  id: string;
  authorId: string;
  key: number | null;
  json: string;
}

/**
 * How many posts are sorted at most: by distance, or in a small area by price or likes. More are read in list order.
 */
const few = { byDistance: 1_000, inArea: 5_000 };

export function feedStore({ db }: { db: Database }) {
  /**
   * Returns whether few enough posts match to sort them all. Counts them by the filters that have an index. Without one
   * there are so many that they are found district by district.
   */
  async function haveFewPosts({ filter, sort }: ListRequest): Promise<boolean> {
    const { near, withinKm, cropKeys, category, authorId, authorIds, followerId } = filter;
    if (authorId || authorIds || followerId) return true;
    if (sort !== 'nearest')
      return (
        isSmallArea(filter) &&
        orders[sort].key !== undefined &&
        isAtMost(few.inArea, { near, withinKm, cropKeys })
      );
    if (!cropKeys && !category) return false;
    return isAtMost(few.byDistance, cropKeys ? { cropKeys } : { category });
  }

  async function isAtMost(most: number, filter: ListFilter): Promise<boolean> {
    const { rows } = await sql<{ count: number }>`
      select (${countOf(filter, most + 1)})::int as count`.execute(db);
    return (rows[0]?.count ?? 0) <= most;
  }

  return {
    async findPage(
      request: ListRequest,
      counted: ListFilter | undefined,
    ): Promise<{ rows: FeedRow[]; counts: Counts | undefined }> {
      const { filter, sort } = request;
      const areFew = !isByWords(filter) && (await haveFewPosts(request));
      const list = listOf(request, { areFew });
      const count = (isAvailable: boolean) => {
        if (!counted) return sql`null`;
        return counted.isAvailable === !isAvailable ? sql`0` : list.countOf({ ...counted, isAvailable });
      };
      // Counts sold-out posts only where they change the total. Cuts the page before joining authors. `offset 0`
      // prevents a hash of all users for 21 look-ups.
      const { rows } = await sql<FeedRow & { available: number | null; soldOut: number | null }>`
        ${list.withWords}
        select posts.id, posts.author_id as "authorId", posts.key::float8 as key, ${sql.join(postGoods)},
          (${postJson})::text as json, counted.available, counted."soldOut"
        from (
          select available, (case when available <= ${sql.lit(limits.page.countedTo)} then (${count(false)}) end)::int as "soldOut"
          from (select (${count(true)})::int as available offset 0) first_part
        ) counted
        left join (${list.page}) posts on true
        left join lateral (select * from users where users.id = posts.author_id offset 0) users on true
        order by ${inOrder(sort)}`.execute(db);
      const { available = null, soldOut = null } = rows[0] ?? {};
      const counts = available === null ? undefined : { available, soldOut: soldOut ?? 0 };
      return { rows: rows.filter(({ id }) => id !== null), counts };
    },

    /** Reads what differs by viewer for each post; null behind a block. */
    async findViews(
      viewerId: string,
      posts: readonly Pick<FeedRow, 'id' | 'authorId'>[],
    ): Promise<(PostView | null)[]> {
      const [postIds, authorIds] = [posts.map(({ id }) => id), posts.map(({ authorId }) => authorId)];
      const { rows } = await sql<PostView & { id: string; isBlocked: boolean }>`
        select post_id as id, likes as "likesCount", comments, views, false as "isBlocked", exists (
          select from likes where user_id = ${viewerId} and likes.post_id = post_counts.post_id) as "isLiked", exists (
          select from saved_posts saved where user_id = ${viewerId} and saved.post_id = post_counts.post_id) as "isSaved"
        from post_counts where post_id = any(${postIds}::uuid[])
        union all select blocked_id, 0, 0, 0, true, false, false from blocks
        where blocker_id = ${viewerId} and blocked_id = any(${authorIds}::uuid[])
        union all select blocker_id, 0, 0, 0, true, false, false from blocks
        where blocked_id = ${viewerId} and blocker_id = any(${authorIds}::uuid[])`.execute(db);
      const found = new Map(rows.map(({ id, isBlocked, ...view }) => [id, isBlocked ? null : view]));
      return posts.map(({ id, authorId }) => (found.get(authorId) === null ? null : (found.get(id) ?? null)));
    },

    async findAuthor(
      username: string,
      viewerId: string,
    ): Promise<{ id: string; isBlocked: boolean } | undefined> {
      return db
        .selectFrom('users')
        .select(['id', hasBlocked(viewerId, sql.ref('users.id')).as('isBlocked')])
        .where(isNamed(username))
        .where(canSeeProfile(viewerId))
        .executeTakeFirst();
    },
  };
}

export type FeedStore = ReturnType<typeof feedStore>;
