import { fingerprintOf, fingerprintsOf } from '#src/people/fingerprints.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { SecretKeys } from '#src/platform/signatures.ts';
import * as store from './store.ts';

export type FormerAccountsService = ReturnType<typeof formerAccountsService>;

/** A former account that has something in common with a member. */
export interface FormerMatch {
  formerId: string;
  by: ('aadhaar' | 'email' | 'phone')[];
  /** Both have verified the same email address. Everything else is only claimed, and numbers are given to others. */
  isProved: boolean;
}

/**
 * Remembers accounts that were deleted while moderators had restricted them or were looking at them, by keyed values
 * only. All functions run in the caller's transaction.
 */
export function formerAccountsService(keys: SecretKeys) {
  return {
    take: store.take,
    findOver: store.findOver,
    empty: store.empty,

    /** Call it before the account is emptied. */
    async add(userId: string, until: Date, trx: Transaction): Promise<void> {
      const person = await store.findIdentity(userId, trx);
      if (!person) return;
      const phones = [person.contact, person.whatsapp].filter(Boolean);
      const account = {
        user_id: userId,
        email_fingerprint: fingerprintOf('email', person.email, keys),
        is_email_verified: person.isEmailVerified,
        phone_fingerprints: phones.map((phone) => fingerprintOf('phone', phone, keys)),
        aadhaar_fingerprint: person.aadhaarFingerprint,
        until,
      };
      await store.add(account, trx);
    },

    /**
     * Compares a member with former accounts, and with members that claim the same Aadhaar number.
     * @param sameAadhaar accounts that the registration found, also by older keys
     */
    async compare(
      userId: string,
      sameAadhaar: readonly string[],
      trx: Transaction,
    ): Promise<{ former: FormerMatch[]; sameAadhaar: string[] }> {
      const person = await store.findIdentity(userId, trx);
      if (!person) return { former: [], sameAadhaar: [] };
      const { email, isEmailVerified, contact, whatsapp, aadhaarFingerprint } = person;
      const phones = [contact, whatsapp].filter(Boolean);
      const alike = await store.findAlike(
        {
          emails: fingerprintsOf('email', email, keys),
          phones: phones.flatMap((phone) => fingerprintsOf('phone', phone, keys)),
        },
        trx,
      );
      const found = aadhaarFingerprint ? await store.findSameAadhaar(userId, [aadhaarFingerprint], trx) : [];
      const ids = [...new Set([...sameAadhaar, ...found])];
      const { members, former } = await store.sortAccounts(ids, trx);
      const matches = new Map<string, FormerMatch>(
        alike.map(({ userId: formerId, hasEmail, hasPhone, ...earlier }) => [
          formerId,
          {
            formerId,
            by: [...(hasEmail ? (['email'] as const) : []), ...(hasPhone ? (['phone'] as const) : [])],
            isProved: hasEmail && earlier.isEmailVerified && isEmailVerified,
          },
        ]),
      );
      for (const formerId of former) {
        const match = matches.get(formerId) ?? { formerId, by: [], isProved: false };
        matches.set(formerId, { ...match, by: ['aadhaar', ...match.by] });
      }
      return { former: [...matches.values()], sameAadhaar: members.filter((id) => id !== userId) };
    },
  };
}
