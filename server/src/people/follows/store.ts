import { sql } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Follow, ListedPerson } from '@upaj/contract/people/follows';
import { personJson } from '#src/people/directory/store.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { microsOf, timeOf } from '#src/platform/db/times.ts';
import { addToGroup } from '#src/platform/db/add-to-group.ts';
import { isBlockedBetween, isActivePerson } from '#src/people/access.ts';
import type { ListCursor, ListRow } from '#src/platform/http/paging.ts';

type Refusal = 'NOT_LOGGED_IN' | 'USER_NOT_FOUND' | 'NOT_YOURSELF' | 'BLOCKED';

type Followed = { follow: Follow; hasNotified: boolean } | Refusal;

interface Answer {
  refusal: Refusal | null;
  followersCount: number;
  hasNotified: boolean;
}

const ends = {
  followers: { shown: sql.ref('follows.follower_id'), owner: sql.ref('follows.followed_id') },
  following: { shown: sql.ref('follows.followed_id'), owner: sql.ref('follows.follower_id') },
} as const;
export type FollowList = keyof typeof ends;

export interface FollowChange {
  viewerId: string;
  username: string;
  isFollowing: boolean;
}

export function followsStore(db: Database) {
  return {
    /**
     * Of a user's changes to one person the last one counts. All users are locked first, so counters cannot drift and a
     * block comes entirely before or after.
     */
    changeFollows(changes: readonly FollowChange[]): Promise<Followed[]> {
      const viewerIds = changes.map(({ viewerId }) => viewerId);
      const usernames = changes.map(({ username }) => username.toLowerCase());
      return db.transaction().execute(async (trx) => {
        await sql`select id from users
          where id = any(array(
            select unnest(${viewerIds}::uuid[])
            union select id from users where lower(username) = any(${usernames}::text[])))
          order by id for no key update`.execute(trx);
        const { rows } = await sql<Answer>`
          with asked as (
            select * from unnest(${viewerIds}::uuid[], ${usernames}::text[],
              ${changes.map(({ isFollowing }) => isFollowing)}::boolean[])
              with ordinality as asked (viewer_id, username, is_following, place)
          ), named as materialized (
            select users.id, lower(username) as name, followers_count, ${isActivePerson} as is_active
            from users where lower(username) = any(${usernames}::text[])
          ), answers as materialized (
            select asked.*, named.id as person_id, followers_count,
              lead(place) over (partition by viewer_id, named.id order by place) is null as is_last,
              case
                when is_following and not exists (
                  select from users where users.id = viewer_id and ${isActivePerson}) then 'NOT_LOGGED_IN'
                when named.id is null or is_following and not is_active then 'USER_NOT_FOUND'
                when named.id = viewer_id then 'NOT_YOURSELF'
                when is_following and ${isBlockedBetween(sql`viewer_id`, sql`named.id`)} then 'BLOCKED'
              end as refusal
            from asked left join named on named.name = asked.username
          ), meant as materialized (
            select viewer_id, person_id, is_following from answers where refusal is null and is_last
          ), added as (
            insert into follows (follower_id, followed_id)
            select viewer_id, person_id from meant where is_following
            on conflict do nothing returning follower_id, followed_id
          ), removed as (
            delete from follows using meant
            where follower_id = viewer_id and followed_id = person_id and not is_following
            returning follower_id, followed_id
          ), steps as materialized (
            select id, sum(followers)::int as followers, sum(following)::int as following from (
              select followed_id as id, 1 as followers, 0 as following from added
              union all select follower_id, 0, 1 from added
              union all select followed_id, -1, 0 from removed
              union all select follower_id, 0, -1 from removed
            ) changed group by id
          ), counted as (
            update users set followers_count = followers_count + steps.followers,
              following_count = following_count + steps.following
            from steps where users.id = steps.id
          ), notified as (
            ${addToGroup('follow', sql`select distinct followed_id as user_id, null::uuid as post_id from added`)}
          )
          select refusal, exists (select from notified) as "hasNotified",
            followers_count + coalesce((select followers from steps where id = person_id), 0) as "followersCount"
          from answers order by place`.execute(trx);
        return rows.map(({ refusal, followersCount, hasNotified }, index) => {
          const { isFollowing = false } = changes[index] ?? {};
          return refusal ?? { follow: { isFollowing, followersCount }, hasNotified };
        });
      });
    },

    async removeBetween(oneId: string, otherId: string, trx: Database): Promise<void> {
      await sql`select id from users where id in (${oneId}, ${otherId}) order by id for no key update`.execute(
        trx,
      );
      await sql`
        with removed as (
          delete from follows
          where (follower_id, followed_id) in ((${oneId}, ${otherId}), (${otherId}, ${oneId}))
          returning follower_id, followed_id
        )
        update users set
          followers_count = followers_count - (select count(*)::int from removed where followed_id = users.id),
          following_count = following_count - (select count(*)::int from removed where follower_id = users.id)
        where id in (${oneId}, ${otherId}) and exists (select from removed)`.execute(trx);
    },

    async findPerson(username: string, viewerId: string): Promise<string | undefined> {
      const { rows } = await sql<{ id: string }>`
        select id from users where lower(username) = ${username.toLowerCase()} and ${isActivePerson}
          and not exists (select from blocks where blocker_id = users.id and blocked_id = ${viewerId})`.execute(
        db,
      );
      return rows[0]?.id;
    },

    async findPeople(
      list: FollowList,
      ownerId: string,
      { viewerId, cursor, limit }: { viewerId: string; cursor: ListCursor | undefined; limit: number },
    ): Promise<{ rows: ListRow<ListedPerson>[]; total: number | undefined }> {
      const { shown, owner } = ends[list];
      const visibleFollows = sql`from follows join users on users.id = ${shown}
        where ${owner} = ${ownerId} and ${isActivePerson} and not ${isBlockedBetween(viewerId, sql`users.id`)}`;
      const beyond = cursor
        ? sql`and (follows.created_at, ${shown})
            < (${timeOf(cursor.at)}, ${cursor.id}::uuid)`
        : sql``;
      const total = cursor
        ? sql`null`
        : sql`(select count(*) from (select 1 ${visibleFollows} limit ${sql.lit(limits.page.countedTo + 1)}) counted)`;
      const { rows } = await sql<ListRow<ListedPerson> & { total: number | null }>`
        select page.*, counted.total from (select ${total}::int as total) counted left join (
          select users.id, ${microsOf('follows.created_at')} as at, ${personJson(viewerId)} as item
          ${visibleFollows} ${beyond} order by follows.created_at desc, ${shown} desc limit ${sql.lit(limit + 1)}
        ) page on true order by page.at desc, page.id desc`.execute(db);
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? undefined };
    },
  };
}

export type FollowsStore = ReturnType<typeof followsStore>;
