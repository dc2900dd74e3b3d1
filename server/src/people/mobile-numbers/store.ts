import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '@upaj/contract/limits';
import { addEvent } from '#src/notify/outbox/rows.ts';
import { canLogIn } from '#src/people/access.ts';
import { updateIdentity } from '#src/people/names/store.ts';
import { isDuplicate } from '#src/platform/db/errors.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { daysAgo } from '#src/platform/db/times.ts';
import { temporaryUsername } from '#src/people/names/usernames.ts';
import { useCode, type Claim } from '#src/people/number-codes/store.ts';

/** The account of a number. */
export interface Owner {
  id: string;
  username: string;
  /** Nobody used the account for long, so the number may be somebody else's by now. */
  isUnused: boolean;
  hash: string | null;
  hasEmail: boolean;
}

export const findOwner = (number: string, executor: Database): Promise<Owner | undefined> =>
  executor
    .selectFrom('proved_numbers')
    .innerJoin('users', 'users.id', 'proved_numbers.user_id')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.user_id', '=', 'users.id').on('provider_id', '=', 'credential'),
    )
    .select(['users.id', 'username', 'password as hash'])
    .select((eb) => [
      eb(eb.fn.coalesce('last_seen_at', 'users.created_at'), '<', daysAgo(limits.unusedDays))
        .$castTo<boolean>()
        .as('isUnused'),
      eb('email', 'is not', null).$castTo<boolean>().as('hasEmail'),
    ])
    .where('proved_numbers.number', '=', number)
    .executeTakeFirst();

/** Returns whether a code alone does not open the account. */
export const isProtected = ({ isUnused, hash, hasEmail }: Owner): boolean =>
  isUnused && (hash !== null || hasEmail);

export function mobileNumbersStore({ db }: { db: Database }) {
  /** Takes the number from an account, which keeps its other ways to log in. */
  async function release(userId: string, number: string, trx: Transaction): Promise<void> {
    await trx.deleteFrom('proved_numbers').where('number', '=', number).execute();
    const user = await trx
      .selectFrom('users')
      .select(['contact', 'whatsapp'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await updateIdentity(trx, userId, {
      ...(user.contact === number && { contact: '' }),
      ...(user.whatsapp === number && { whatsapp: '' }),
    });
  }

  const lockNumber = (number: string, trx: Transaction) =>
    trx.selectFrom('proved_numbers').select('user_id').where('number', '=', number).forUpdate().execute();

  return {
    findOwner: (number: string) => findOwner(number, db),

    async findNumber(userId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('proved_numbers')
        .select('number')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.number;
    },

    /**
     * Uses up the code and returns the account that it opens, which is a new one for a number without an account, or
     * for its new owner. Returns undefined when another request was faster.
     */
    async open(
      number: string,
      codeId: string,
      { expected, isNewOwner }: { expected: string | undefined; isNewOwner: boolean },
    ): Promise<string | undefined> {
      try {
        return await db.transaction().execute(async (trx) => {
          if (!(await useCode({ number, userId: null }, codeId, trx))) return undefined;
          await lockNumber(number, trx);
          const owner = await findOwner(number, trx);
          if (owner?.id !== expected) return undefined;
          if (owner && !(isNewOwner && isProtected(owner))) return owner.id;
          if (owner) await release(owner.id, number, trx);
          const id = uuidv7();
          await trx
            .insertInto('users')
            .values({
              id,
              username: temporaryUsername(),
              full_name: '',
              name_key: '',
              contact: number,
              user_type: 'farmer',
              is_complete: false,
            })
            .execute();
          await trx.insertInto('proved_numbers').values({ number, user_id: id }).execute();
          return id;
        });
      } catch (error) {
        if (isDuplicate(error)) return undefined;
        throw error;
      }
    },

    /** Makes the number the one that the account logs in with, and its contact. */
    async prove(
      { number, userId }: Claim & { userId: string },
      codeId: string,
    ): Promise<'proved' | 'taken' | 'used'> {
      return db.transaction().execute(async (trx) => {
        if (!(await useCode({ number, userId }, codeId, trx))) return 'used';
        const user = await trx
          .selectFrom('users')
          .select('id')
          .where('id', '=', userId)
          .where(canLogIn)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!user) return 'used';
        await lockNumber(number, trx);
        const owner = await findOwner(number, trx);
        if (owner && owner.id !== userId) {
          if (!isProtected(owner)) return 'taken';
          await release(owner.id, number, trx);
        }
        await trx
          .insertInto('proved_numbers')
          .values({ number, user_id: userId })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ number, proved_at: sql`now()` }))
          .execute();
        await updateIdentity(trx, userId, { contact: number });
        await addEvent(trx, 'account.changed', { userId });
        return 'proved';
      });
    },
  };
}

export type MobileNumbersStore = ReturnType<typeof mobileNumbersStore>;
