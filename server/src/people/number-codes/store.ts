import type { ExpressionBuilder, Insertable } from 'kysely';
import { triesOfCode } from '@upaj/contract/people/number-codes';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';

/** Who is to prove a number: a member, or null for a log-in. */
export interface Claim {
  number: string;
  userId: string | null;
}

/** Finds the codes of a number that still work. */
function isLive({ number, userId }: Claim) {
  return (eb: ExpressionBuilder<DB, 'number_codes'>) =>
    eb.and([
      eb('number', '=', number),
      eb('user_id', 'is not distinct from', userId),
      eb('expires_at', '>', new Date()),
    ]);
}

export function numberCodesStore({ db }: { db: Database }) {
  return {
    async add(code: Insertable<DB['number_codes']>): Promise<void> {
      await db.insertInto('number_codes').values(code).execute();
    },

    /** Counts a try of the browser that asked for the code. @returns the id of the code unless its tries are used up */
    async countTry(claim: Claim, id: string): Promise<string | undefined> {
      if (!/^[\da-f-]{36}$/.test(id)) return undefined;
      const code = await db
        .updateTable('number_codes')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .where('tries', '<', triesOfCode)
        .where(isLive(claim))
        .returning('id')
        .executeTakeFirst();
      return code?.id;
    },

    /** Counts a try of another browser against all codes of the number. */
    async countStrayTry(claim: Claim): Promise<string[]> {
      const codes = await db
        .updateTable('number_codes')
        .set((eb) => ({ stray_tries: eb('stray_tries', '+', 1) }))
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('number_codes')
            .select('id')
            .where('stray_tries', '<', triesOfCode)
            .where(isLive(claim))
            .orderBy('id')
            .forUpdate(),
        )
        .where('stray_tries', '<', triesOfCode)
        .returning('id')
        .execute();
      return codes.map(({ id }) => id);
    },
  };
}

export type NumberCodesStore = ReturnType<typeof numberCodesStore>;

/** Uses up a right code and all others of the number. @returns false when another request has used it */
export async function useCode(claim: Claim, id: string, trx: Transaction): Promise<boolean> {
  const used = await trx.deleteFrom('number_codes').where(isLive(claim)).returning('id').execute();
  return used.some((code) => code.id === id);
}
