import { sql } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Follow, ListedPerson } from '@upaj/contract/people/follows';
import { personJson } from '#src/people/directory/store.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { microsOf, timeOf } from '#src/platform/db/times.ts';
import { addToGroup } from '#src/platform/db/add-to-group.ts';
import { isBlockedBetween, isActivePerson } from '#src/platform/db/visibility.ts';
import type { ListCursor, ListRow } from '#src/platform/http/paging.ts';

export type Followed =
  { follow: Follow; hasNotified?: boolean } | 'NOT_LOGGED_IN' | 'USER_NOT_FOUND' | 'NOT_YOURSELF' | 'BLOCKED';

const ends = {
  followers: { shown: sql.ref('follows.follower_id'), owner: sql.ref('follows.followed_id') },
  following: { shown: sql.ref('follows.followed_id'), owner: sql.ref('follows.follower_id') },
} as const;
export type FollowList = keyof typeof ends;

/** Both users are locked, so counters cannot drift and a block comes entirely before or after. */
export function followsStore(db: Database) {
  return {
    follow(viewerId: string, username: string): Promise<Followed> {
      return db.transaction().execute(async (trx) => {
        const { viewer, person } = await lockWith(trx, viewerId, username);
        if (!viewer?.isActivePerson) return 'NOT_LOGGED_IN';
        if (!person?.isActivePerson) return 'USER_NOT_FOUND';
        if (person.id === viewerId) return 'NOT_YOURSELF';
        const { rows } = await sql<{ isBlocked: boolean; followersCount: number; hasNotified: boolean }>`
          with block as (select ${isBlockedBetween(viewerId, person.id)} as is_blocked),
          added as (
            insert into follows (follower_id, followed_id)
            select ${viewerId}::uuid, ${person.id}::uuid from block where not is_blocked
            on conflict do nothing returning followed_id
          ), counted as (
            update users set
              followers_count = followers_count + (id = ${person.id})::int,
              following_count = following_count + (id = ${viewerId})::int
            where id in (${viewerId}, ${person.id}) and exists (select from added)
          ), notified as (
            ${addToGroup('follow', sql`select followed_id as user_id, '{}'::jsonb as data from added`)}
          )
          select exists (select from notified) as "hasNotified", block.is_blocked as "isBlocked",
            users.followers_count + (select count(*)::int from added) as "followersCount"
          from users, block where users.id = ${person.id}`.execute(trx);
        const [row] = rows;
        if (!row || row.isBlocked) return 'BLOCKED';
        const { followersCount, hasNotified } = row;
        return { follow: { isFollowing: true, followersCount }, hasNotified };
      });
    },

    unfollow(viewerId: string, username: string): Promise<Followed> {
      return db.transaction().execute(async (trx) => {
        const { person } = await lockWith(trx, viewerId, username);
        if (!person) return 'USER_NOT_FOUND';
        if (person.id === viewerId) return 'NOT_YOURSELF';
        const { rows } = await sql<{ followersCount: number }>`
          with removed as (
            delete from follows where follower_id = ${viewerId} and followed_id = ${person.id}
            returning followed_id
          ), counted as (
            update users set
              followers_count = followers_count - (id = ${person.id})::int,
              following_count = following_count - (id = ${viewerId})::int
            where id in (${viewerId}, ${person.id}) and exists (select from removed)
          )
          select followers_count - (select count(*)::int from removed) as "followersCount"
          from users where id = ${person.id}`.execute(trx);
        return { follow: { isFollowing: false, followersCount: rows[0]?.followersCount ?? 0 } };
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

/** In the order of ids, so that two people who follow each other at once don't deadlock. */
async function lockWith(trx: Database, viewerId: string, username: string) {
  const { rows } = await sql<{ id: string; isNamed: boolean; isActivePerson: boolean }>`
    select id, lower(username) = ${username.toLowerCase()} as "isNamed", ${isActivePerson} as "isActivePerson" from users
    where id = ${viewerId} or lower(username) = ${username.toLowerCase()}
    order by id for no key update`.execute(trx);
  return { viewer: rows.find(({ id }) => id === viewerId), person: rows.find(({ isNamed }) => isNamed) };
}
