import type { ClearedPart } from '@upaj/contract/people/address-proof';
import { addEvent } from '#src/notify/outbox/rows.ts';
import { canLogIn, hasSecondFactor, provedNumber } from '#src/people/access.ts';
import { updateIdentity } from '#src/people/names/store.ts';
import { removeSecondFactor } from '#src/people/second-factor/store.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isDuplicate } from '#src/platform/db/errors.ts';

/** Locks the account. */
export function lockAddress(userId: string, trx: Transaction) {
  return trx
    .selectFrom('users')
    .select(['email_verified as isVerified', hasSecondFactor.as('hasSecondFactor')])
    .select((eb) => eb(provedNumber, 'is not', null).$castTo<boolean>().as('hasProvedNumber'))
    .where('member_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** @returns whether the address is verified; undefined when the account cannot log in */
export async function isVerified(userId: string, db: Database): Promise<boolean | undefined> {
  const user = await db
    .selectFrom('users')
    .select('email_verified as isVerified')
    .where('id', '=', userId)
    .where(canLogIn)
    .executeTakeFirst();
  return user?.isVerified;
}

/** Takes an address that was never verified from the account. */
export async function releaseAddress(userId: string, trx: Transaction): Promise<void> {
  await trx.updateTable('users').set({ email: null }).where('id', '=', userId).execute();
}

export async function setVerified(userId: string, trx: Transaction): Promise<void> {
  await trx.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
}

/** Removes what the account was given before the proof. @returns what there was */
export async function clearClaims(userId: string, trx: Transaction): Promise<ClearedPart[]> {
  const providers = await trx
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '!=', 'credential')
    .executeTakeFirst();
  const hadSecondFactor = await removeSecondFactor(trx, userId);
  const sessions = await trx.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst();
  const { contact, whatsapp } = await trx
    .selectFrom('users')
    .select(['contact', 'whatsapp'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  // A badge goes into review: it was given to somebody else.
  await updateIdentity(trx, userId, { contact: '', whatsapp: '' });
  const found: [ClearedPart, boolean][] = [
    ['second-factor', hadSecondFactor],
    ['sessions', sessions.numDeletedRows > 0n],
    ['providers', providers.numDeletedRows > 0n],
    ['phone', contact + whatsapp !== ''],
  ];
  return found.flatMap(([part, isFound]) => (isFound ? [part] : []));
}

/** Gives the account the address that a link proved. @returns false when another account has it */
export async function addAddress(userId: string, email: string, db: Database): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ email, email_verified: true, updated_at: new Date() })
        .where('id', '=', userId)
        .where('email', 'is', null)
        .where(canLogIn)
        .execute();
      await addEvent(trx, 'account.changed', { userId });
    });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
