import type { SecondFactorData } from '@upaj/contract/people/notifications';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';

/** What a right code uses up: its 30 seconds as `step`, or the recovery code itself. */
export type Proof = { secret: string; step: number } | { recoveryHash: string };

export type StoredFactor = NonNullable<Awaited<ReturnType<SecondFactorsStore['find']>>>;

export function secondFactorsStore({ db }: { db: Database }) {
  return {
    find(userId: string) {
      return db
        .selectFrom('second_factors')
        .select((eb) => [
          'encrypted_secret as secret',
          'recovery_hashes as recoveryHashes',
          eb('confirmed_at', 'is not', null).$castTo<boolean>().as('isOn'),
        ])
        .where('user_id', '=', userId)
        .executeTakeFirst();
    },

    /** Replaces a secret that was never confirmed. Returns false when the second factor is on. */
    async start(userId: string, secret: string, recoveryHashes: string[]): Promise<boolean> {
      const row = { encrypted_secret: secret, recovery_hashes: recoveryHashes, last_step: null };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('second_factors')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ ...row, created_at: new Date() })
            .where('second_factors.confirmed_at', 'is', null),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Returns false if the code was used by another request at the same time. */
    confirm(
      userId: string,
      token: string,
      proof: Proof,
      change: SecondFactorData['change'] | undefined,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        if (!(await useUp(trx, userId, proof))) return false;
        if (change === 'on')
          await trx
            .updateTable('second_factors')
            .set({ confirmed_at: new Date() })
            .where('user_id', '=', userId)
            .execute();
        await trx
          .updateTable('sessions')
          .set({ second_factor_at: new Date() })
          .where('token', '=', token)
          .where('user_id', '=', userId)
          .execute();
        if (change) await addChange(trx, userId, change);
        return true;
      });
    },

    /** Returns false if the code was used by another request at the same time. */
    remove(userId: string, proof: Proof): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        if (!(await useUp(trx, userId, proof))) return false;
        await removeSecondFactor(trx, userId);
        return true;
      });
    },

    removeWithoutCode: (userId: string) => db.transaction().execute((trx) => removeSecondFactor(trx, userId)),
  };
}

export type SecondFactorsStore = ReturnType<typeof secondFactorsStore>;

async function useUp(trx: Transaction, userId: string, proof: Proof): Promise<boolean> {
  const update = trx.updateTable('second_factors').where('user_id', '=', userId);
  const { numUpdatedRows } = await (
    'step' in proof
      ? update
          .set({ last_step: proof.step })
          .where('encrypted_secret', '=', proof.secret)
          .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', proof.step)]))
      : update
          .set((eb) => ({
            recovery_hashes: eb.fn<string[]>('array_remove', ['recovery_hashes', eb.val(proof.recoveryHash)]),
          }))
          .where((eb) => eb(eb.val(proof.recoveryHash), '=', eb.fn.any('recovery_hashes')))
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Removes the second factor, and the codes that sessions confirmed: they must not count for one that is switched on
 * later. @returns whether it was on
 */
export async function removeSecondFactor(trx: Transaction, userId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  if (!removed?.confirmed_at) return false;
  await trx
    .updateTable('sessions')
    .set({ second_factor_at: null })
    .where('user_id', '=', userId)
    .where('second_factor_at', 'is not', null)
    .execute();
  await addChange(trx, userId, 'off');
  return true;
}

function addChange(trx: Transaction, userId: string, change: SecondFactorData['change']): Promise<void> {
  return addEvent(trx, 'second-factor.changed', { userId, change, at: new Date().toISOString() });
}
