import { sql } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { ListedPerson } from '@upaj/contract/people/follows';
import { personJson } from '#src/people/directory/store.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { microsOf, timeOf } from '#src/platform/db/times.ts';
import { isActivePerson } from '#src/people/access.ts';
import type { ListCursor, ListRow } from '#src/platform/http/paging.ts';

export function blocksStore(db: Database) {
  return {
    async findPerson(username: string): Promise<{ id: string; isActivePerson: boolean } | undefined> {
      const { rows } = await sql<{ id: string; isActivePerson: boolean }>`
        select id, ${isActivePerson} as "isActivePerson" from users where lower(username) = ${username.toLowerCase()}`.execute(
        db,
      );
      return rows[0];
    },

    /** `separate` runs in the same transaction and locks both users until its end. */
    async addBlock(
      blockerId: string,
      blockedId: string,
      removeFollows: (trx: Database) => Promise<void>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await removeFollows(trx);
        await sql`insert into blocks (blocker_id, blocked_id) values (${blockerId}, ${blockedId})
          on conflict do nothing`.execute(trx);
      });
    },

    async removeBlock(blockerId: string, blockedId: string): Promise<void> {
      await sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`.execute(db);
    },

    async findPage(blockerId: string, limit: number, cursor: ListCursor | undefined) {
      const beyond = cursor
        ? sql`and (blocks.created_at, blocks.blocked_id)
            < (${timeOf(cursor.at)}, ${cursor.id}::uuid)`
        : sql``;
      const total = sql`(select count(*)::int from (
        select 1 from blocks join users on users.id = blocks.blocked_id
        where blocks.blocker_id = ${blockerId} and ${isActivePerson} limit ${sql.lit(limits.page.countedTo + 1)}) counted)`;
      const { rows } = await sql<ListRow<ListedPerson> & { total: number | null }>`
        select users.id, ${microsOf('blocks.created_at')} as at,
          ${personJson(blockerId)} as item, ${cursor ? sql`null` : total}::int as total
        from blocks join users on users.id = blocks.blocked_id
        where blocks.blocker_id = ${blockerId} and ${isActivePerson} ${beyond}
        order by blocks.created_at desc, blocks.blocked_id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return { rows, total: rows[0]?.total ?? 0 };
    },
  };
}

export type BlocksStore = ReturnType<typeof blocksStore>;
