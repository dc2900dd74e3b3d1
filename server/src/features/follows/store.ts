import { sql } from 'kysely';
import type { Follow } from '@upaj/contract/follows';
import type { Database } from '#src/db/connect.ts';
import { isBlockedBetween, isThere } from '#src/db/people.ts';

/** What came of following: the person as they are now, or why not. */
export type Followed = { follow: Follow } | 'USER_NOT_FOUND' | 'NOT_YOURSELF' | 'BLOCKED';

/**
 * Row and both counters change while both people's rows are held, so that no counter drifts and a block that is being
 * written meanwhile comes wholly before or wholly after.
 */
export function followsStore(db: Database) {
  return {
    follow(viewerId: string, username: string): Promise<Followed> {
      return db.transaction().execute(async (trx) => {
        const person = await holdWith(trx, viewerId, username);
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
        const person = await holdWith(trx, viewerId, username);
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
  return rows.find(({ isNamed }) => isNamed);
}
