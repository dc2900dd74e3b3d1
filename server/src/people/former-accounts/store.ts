import { provedNumber } from '#src/people/access.ts';
import { sql, type Insertable } from 'kysely';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { DB } from '#src/platform/db/schema.ts';

const mostCompared = 10;

export function findIdentity(userId: string, trx: Transaction) {
  return trx
    .selectFrom('users')
    .select(['email', 'email_verified as isEmailVerified', 'contact', 'whatsapp'])
    .select(['aadhaar_fingerprint as aadhaarFingerprint', provedNumber.as('provedNumber')])
    .where('member_id', '=', userId)
    .executeTakeFirst();
}

export async function add(account: Insertable<DB['former_accounts']>, trx: Transaction): Promise<void> {
  await trx.insertInto('former_accounts').values(account).execute();
}

/** What an account is compared by; each list has a value for each key. */
export interface Sought {
  emails: readonly string[];
  phones: readonly string[];
  /** The number that the member proved. */
  provedNumbers: readonly string[];
}

export function findAlike({ emails, phones, provedNumbers }: Sought, trx: Transaction) {
  const hasEmail = sql<boolean>`coalesce(email_fingerprint = any(${[...emails]}::text[]), false)`;
  const hasPhone = sql<boolean>`phone_fingerprints && ${[...phones]}::text[]`;
  const hasProvedNumber = sql<boolean>`coalesce(proved_number_fingerprint = any(${[...provedNumbers]}::text[]), false)`;
  return (
    trx
      .selectFrom('former_accounts')
      .select(['user_id as userId', 'is_email_verified as isEmailVerified'])
      .select([hasEmail.as('hasEmail'), hasPhone.as('hasPhone'), hasProvedNumber.as('hasProvedNumber')])
      .where((eb) => eb.or([hasEmail, hasPhone]))
      // What may be proved comes first.
      .orderBy('hasProvedNumber', 'desc')
      .orderBy('hasEmail', 'desc')
      .orderBy('until', 'desc')
      .limit(mostCompared)
      .execute()
  );
}

/** Finds other members and former accounts with one of the fingerprints of an Aadhaar number, one for each key. */
export async function findSameAadhaar(
  userId: string,
  fingerprints: readonly string[],
  trx: Transaction,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('aadhaar_fingerprint', 'in', fingerprints)
    .where('id', '!=', userId)
    .unionAll((eb) =>
      eb
        .selectFrom('former_accounts')
        .select('user_id as id')
        .where('aadhaar_fingerprint', 'in', fingerprints),
    )
    .limit(mostCompared)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns which of the accounts are former ones, and which are members. */
export async function sortAccounts(userIds: readonly string[], trx: Transaction) {
  const rows = await trx
    .selectFrom('users')
    .leftJoin('former_accounts', 'former_accounts.user_id', 'users.id')
    .select(['users.id', 'member_id as memberId', 'former_accounts.user_id as formerId'])
    .where((eb) => eb('users.id', '=', eb.fn.any(eb.val(userIds))))
    .execute();
  return {
    members: rows.flatMap(({ memberId }) => memberId ?? []),
    former: rows.flatMap(({ formerId }) => formerId ?? []),
  };
}

/** @returns false when another transaction took it */
export async function take(userId: string, trx: Transaction): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('former_accounts')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Locks accounts whose time is over, and skips those that another process has locked. */
export async function findOver(limit: number, trx: Transaction): Promise<string[]> {
  const rows = await trx
    .selectFrom('former_accounts')
    .select('user_id')
    .where('until', '<', new Date())
    .orderBy('until')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.user_id);
}

/** Empties what a deleted account still had for its moderators. */
export async function empty(userId: string, trx: Transaction): Promise<void> {
  await trx
    .updateTable('users')
    .set({ restricted_until: null, suspension_reason: '' })
    .where('id', '=', userId)
    .where('deleted_at', 'is not', null)
    .execute();
}
