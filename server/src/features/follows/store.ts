import { sql } from 'kysely';
import type { Follow } from '@upaj/contract/follows';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/db/connect.ts';
import { isBlockedBetween, isThere, personJson } from '#src/db/people.ts';
import type { ListCursor } from '#src/http/list-cursor.ts';

/** What came of following: the person as they are now, or why not. */
export type Followed = { follow: Follow } | 'NOT_LOGGED_IN' | 'USER_NOT_FOUND' | 'NOT_YOURSELF' | 'BLOCKED';

/** Which end of a follow a list shows, and of which end it is. */
const ends = {
  followers: { shown: sql.ref('follows.follower_id'), owner: sql.ref('follows.followed_id') },
  following: { shown: sql.ref('follows.followed_id'), owner: sql.ref('follows.follower_id') },
} as const;
export type FollowList = keyof typeof ends;

/** A person of a page: their JSON text, and what a cursor needs. */
export interface PersonRow {
  id: string;
  at: number;
  json: string;
}

/**
 * Row and both counters change while both people's rows are held, so that no counter drifts and a block that is being
 * written meanwhile comes wholly before or wholly after.
 */
export function followsStore(db: Database) {
  return {
    follow(viewerId: string, username: string): Promise<Followed> {
      return db.transaction().execute(async (trx) => {
        const { viewer, person } = await holdWith(trx, viewerId, username);
        if (!viewer?.isThere) return 'NOT_LOGGED_IN';
        if (!person?.isThere) return 'USER_NOT_FOUND';
        if (person.id === viewerId) return 'NOT_YOURSELF';
        const { rows } = await sql<{ isBlocked: boolean; followersCount: number }>`
          with block as (select ${isBlockedBetween(viewerId, person.id)} as is_there),
          added as (
            insert into follows (follower_id, followed_id)
            select ${viewerId}::uuid, ${person.id}::uuid from block where not is_there
            on conflict do nothing returning followed_id
          ), counted as (
            update users set
              followers_count = followers_count + (id = ${person.id})::int,
              following_count = following_count + (id = ${viewerId})::int
            where id in (${viewerId}, ${person.id}) and exists (select from added)
          )
          select block.is_there as "isBlocked",
            users.followers_count + (select count(*)::int from added) as "followersCount"
          from users, block where users.id = ${person.id}`.execute(trx);
        const [row] = rows;
        if (!row || row.isBlocked) return 'BLOCKED';
        return { follow: { isFollowing: true, followersCount: row.followersCount } };
      });
    },

    unfollow(viewerId: string, username: string): Promise<Followed> {
      return db.transaction().execute(async (trx) => {
        const { person } = await holdWith(trx, viewerId, username);
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

    /** Joins the transaction of whoever separates the two. */
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

    /** Who has this name in any letter case, if the viewer can meet them. */
    async findPerson(username: string, viewerId: string): Promise<string | undefined> {
      const { rows } = await sql<{ id: string }>`
        select id from users where lower(username) = ${username.toLowerCase()} and ${isThere}
          and not exists (select from blocks where blocker_id = users.id and blocked_id = ${viewerId})`.execute(
        db,
      );
      return rows[0]?.id;
    },

    /**
     * People of a list whom the viewer can meet, latest first: a page and one row more, and without a cursor also how many
     * there are, counted no further than just past 10,000.
     */
    async findPeople(
      list: FollowList,
      ownerId: string,
      { viewerId, cursor, limit }: { viewerId: string; cursor: ListCursor | undefined; limit: number },
    ): Promise<{ rows: PersonRow[]; total: number | undefined }> {
      const { shown, owner } = ends[list];
      const met = sql`from follows join users on users.id = ${shown}
        where ${owner} = ${ownerId} and ${isThere} and not ${isBlockedBetween(viewerId, sql`users.id`)}`;
      const beyond = cursor
        ? sql`and (follows.created_at, ${shown})
            < (timestamptz 'epoch' + ${cursor.at}::float8 * interval '1 microsecond', ${cursor.id}::uuid)`
        : sql``;
      const total = cursor
        ? sql`null`
        : sql`(select count(*) from (select 1 ${met} limit ${sql.lit(limits.page.countedTo + 1)}) counted)`;
      const { rows } = await sql<PersonRow & { total: number | null }>`
        select page.*, counted.total from (select ${total}::int as total) counted left join (
          select users.id, (extract(epoch from follows.created_at) * 1000000)::float8 as at, ${personJson(viewerId)} as json
          ${met} ${beyond} order by follows.created_at desc, ${shown} desc limit ${sql.lit(limit + 1)}
        ) page on true order by page.at desc, page.id desc`.execute(db);
      return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? undefined };
    },
  };
}

export type FollowsStore = ReturnType<typeof followsStore>;

/**
 * Holds the viewer's row and that of the person of this name (in any letter case) until the transaction ends: in the order
 * of their ids, so that two who follow each other at once do not wait for each other.
 */
async function holdWith(trx: Database, viewerId: string, username: string) {
  const { rows } = await sql<{ id: string; isNamed: boolean; isThere: boolean }>`
    select id, lower(username) = ${username.toLowerCase()} as "isNamed", ${isThere} as "isThere" from users
    where id = ${viewerId} or lower(username) = ${username.toLowerCase()}
    order by id for no key update`.execute(trx);
  return { viewer: rows.find(({ id }) => id === viewerId), person: rows.find(({ isNamed }) => isNamed) };
}
