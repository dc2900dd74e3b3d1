import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import { idleLimit } from '#src/people/sessions/idle-limit.ts';
import type { Seen } from './people-seen.ts';

export function lastSeenStore(db: Database) {
  return {
    /** Does not wait for a user that another transaction has locked. @returns their ids, to be written later. */
    async saveLastSeen(seen: readonly Seen[]): Promise<string[]> {
      const ids = seen.map(({ userId }) => userId);
      const times = seen.map(({ at }) => new Date(at).toISOString());
      const { rows } = await sql<{ id: string }>`
        with given as (select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) given (id, at)),
        free as (
          select users.id from users where users.id in (select id from given)
          order by users.id for no key update skip locked
        ), written as (
          update users set last_seen_at = at from given
          where users.id = given.id and users.id in (select id from free) and deleted_at is null
            and (last_seen_at is null or last_seen_at < at)
        )
        select users.id from users join given using (id) where users.id not in (select id from free)`.execute(
        db,
      );
      return rows.map(({ id }) => id);
    },

    async renewSessions(sessionIds: readonly string[]): Promise<void> {
      await sql`
        update sessions set updated_at = now(), expires_at = now() + make_interval(
          secs => case when is_remembered then ${sql.lit(idleLimit(true) / 1000)} else ${sql.lit(idleLimit(false) / 1000)} end)
        where id in (
          select id from sessions where id = any(${[...sessionIds]}::uuid[]) order by id for update skip locked)`.execute(
        db,
      );
    },
  };
}

export type LastSeenStore = ReturnType<typeof lastSeenStore>;
