import { sql, type Insertable } from 'kysely';
import { dayInIndia, writeDay } from '@upaj/contract/days';
import { canLogIn, hasSecondFactor } from '#src/people/access.ts';
import { staffRole } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';

const mostListed = 100;

export type SessionRow = Insertable<DB['sessions']>;
export type StoredSession = NonNullable<Awaited<ReturnType<SessionsStore['findSession']>>>;

/** The version changes with each new password, and not when the same one is rehashed. */
export const passwordVersion = sql<string>`extract(epoch from accounts.updated_at)::text`;

export function sessionsStore({ db }: { db: Database }) {
  return {
    /** Locks the password row, so that no session starts with an old password. */
    addSession(session: SessionRow, version?: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        if (version !== undefined) {
          const password = await trx
            .selectFrom('accounts')
            .select('id')
            .where('user_id', '=', session.user_id)
            .where('provider_id', '=', 'credential')
            .where(passwordVersion, '=', version)
            .forShare()
            .executeTakeFirst();
          if (!password) return false;
        }
        await trx.insertInto('sessions').values(session).execute();
        return true;
      });
    },

    async removeSession(token: string): Promise<string | undefined> {
      const session = await db
        .deleteFrom('sessions')
        .where('token', '=', token)
        .returning('user_id as userId')
        .executeTakeFirst();
      return session?.userId;
    },

    /** Does not find a session that has expired or whose user was suspended. */
    findSession(token: string) {
      return db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['users.id', 'username', 'is_complete as isComplete', 'state', 'district'])
        .select('restricted_until as restrictedUntil')
        .select(['sessions.id as sessionId', 'is_remembered as isRemembered', 'expires_at as expiresAt'])
        .select(['second_factor_at as secondFactorAt', hasSecondFactor.as('hasSecondFactor')])
        .select(staffRole.as('staffRole'))
        .where('token', '=', token)
        .where('expires_at', '>', new Date())
        .where(canLogIn)
        .executeTakeFirst();
    },

    /** Lists the sessions of a user, the current one first. */
    listSessions(userId: string, token: string | undefined) {
      return db
        .selectFrom('sessions')
        .select(['id', 'user_agent as userAgent', 'ip_address as ipAddress'])
        .select(['created_at as createdAt', 'expires_at as expiresAt'])
        .select((eb) =>
          eb('token', '=', token ?? '')
            .$castTo<boolean>()
            .as('isCurrent'),
        )
        .where('user_id', '=', userId)
        .where('expires_at', '>', new Date())
        .orderBy('isCurrent', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(mostListed)
        .execute();
    },

    async endSession(userId: string, sessionId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    endOthers: (userId: string, token: string | undefined) => endOthers(db, userId, token),

    /** Skips sessions that another transaction has locked: they are due again when they are next used. */
    async renewSessions(
      sessionIds: readonly string[],
      expiryOf: (isRemembered: boolean) => Date,
    ): Promise<void> {
      for (const isRemembered of [true, false])
        await db
          .updateTable('sessions')
          .set({ updated_at: new Date(), expires_at: expiryOf(isRemembered) })
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('sessions')
              .select('id')
              .where((of) => of('id', '=', of.fn.any(of.val(sessionIds))))
              .where('is_remembered', '=', isRemembered)
              .orderBy('id')
              .forUpdate()
              .skipLocked(),
          )
          .execute();
    },

    /** Skips users that another transaction has locked. @returns the ids of the others */
    async saveLastSeen(seen: readonly { userId: string; at: number }[]): Promise<string[]> {
      const ids = seen.map(({ userId }) => userId);
      const times = seen.map(({ at }) => new Date(at).toISOString());
      const given = sql<{
        id: string;
        at: Date;
      }>`unnest(${ids}::uuid[], ${times}::timestamptz[])`.as<'given'>(sql`given (id, at)`);
      return db.transaction().execute(async (trx) => {
        const users = await trx
          .selectFrom('users')
          .select(['id', 'member_id as memberId', 'last_seen_at as lastSeenAt'])
          .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
          .orderBy('id')
          .forNoKeyUpdate()
          .skipLocked()
          .execute();
        const free = users.map(({ id }) => id);
        await trx
          .updateTable('users')
          .from(given)
          .set((eb) => ({ last_seen_at: eb.ref('given.at') }))
          .whereRef('users.member_id', '=', 'given.id')
          .where((eb) => eb('users.id', '=', eb.fn.any(eb.val(free))))
          .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', eb.ref('given.at'))]))
          .execute();
        const before = new Map(
          users.flatMap(({ memberId, lastSeenAt }) =>
            memberId === null ? [] : [[memberId, lastSeenAt?.getTime() ?? 0]],
          ),
        );
        await countActive(newDays(seen, before), trx);
        return free;
      });
    },
  };
}

export type SessionsStore = ReturnType<typeof sessionsStore>;

/**
 * Returns the day in India of each person who is seen for the first time on that day. `before` has when the people were
 * last seen, in ms since 1970.
 */
function newDays(
  seen: readonly { userId: string; at: number }[],
  before: ReadonlyMap<string, number>,
): number[] {
  return seen
    .filter(({ userId, at }) => dayInIndia(at) > dayInIndia(before.get(userId) ?? Infinity))
    .map(({ at }) => dayInIndia(at));
}

/** Adds the people of each day to its count. */
async function countActive(days: readonly number[], trx: Transaction): Promise<void> {
  const counts = [...Map.groupBy(days, (day) => day)].toSorted(([one], [other]) => one - other);
  if (counts.length === 0) return;
  await trx
    .insertInto('active_days')
    .values(counts.map(([day, { length }]) => ({ day: writeDay(day), people: length })))
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({
        people: eb('active_days.people', '+', eb.ref('excluded.people')),
      })),
    )
    .execute();
}

export async function endOthers(
  executor: Database,
  userId: string,
  token: string | undefined,
): Promise<void> {
  await executor
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token', '!=', token ?? '')
    .execute();
}
