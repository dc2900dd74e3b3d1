import { sql } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/db/connect.ts';
import { isThere, personJson } from '#src/db/people.ts';
import type { ListCursor } from '#src/http/list-cursor.ts';

export function blocksStore(db: Database) {
  return {
    /** The username in any letter case. */
    async findPerson(username: string): Promise<{ id: string; isThere: boolean } | undefined> {
      const { rows } = await sql<{ id: string; isThere: boolean }>`
        select id, ${isThere} as "isThere" from users where lower(username) = ${username.toLowerCase()}`.execute(
        db,
      );
      return rows[0];
    },

    /** `separate` joins the transaction and holds both people's rows to its end. */
    async addBlock(
      blockerId: string,
      blockedId: string,
      separate: (trx: Database) => Promise<void>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await separate(trx);
        await sql`insert into blocks (blocker_id, blocked_id) values (${blockerId}, ${blockedId})
          on conflict do nothing`.execute(trx);
      });
    },

    async removeBlock(blockerId: string, blockedId: string): Promise<void> {
      await sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`.execute(db);
    },

    /** Whom this person has blocked, latest first, and how many; those who are suspended or gone are left out. */
    async findPage(blockerId: string, limit: number, cursor: ListCursor | undefined) {
      const beyond = cursor
        ? sql`and (blocks.created_at, blocks.blocked_id)
            < (timestamptz 'epoch' + ${cursor.at}::float8 * interval '1 microsecond', ${cursor.id}::uuid)`
        : sql``;
      const total = sql`(select count(*)::int from (
        select 1 from blocks join users on users.id = blocks.blocked_id
        where blocks.blocker_id = ${blockerId} and ${isThere} limit ${sql.lit(limits.page.countedTo + 1)}) counted)`;
      const { rows } = await sql<{ id: string; at: number; json: string; total: number | null }>`
        select users.id, (extract(epoch from blocks.created_at) * 1000000)::float8 as at,
          ${personJson(blockerId)} as json, ${cursor ? sql`null` : total}::int as total
        from blocks join users on users.id = blocks.blocked_id
        where blocks.blocker_id = ${blockerId} and ${isThere} ${beyond}
        order by blocks.created_at desc, blocks.blocked_id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return { rows, total: rows[0]?.total ?? 0 };
    },
  };
}

export type BlocksStore = ReturnType<typeof blocksStore>;
