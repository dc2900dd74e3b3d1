import { fingerprintOf, fingerprintsOf } from '#src/people/fingerprints.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { SecretKeys } from '#src/platform/signatures.ts';
import * as store from './store.ts';

export type FormerAccountsService = ReturnType<typeof formerAccountsService>;

/** A former account that has something in common with a member. */
export interface FormerMatch {
  formerId: string;
  by: ('aadhaar' | 'email' | 'phone')[];
  /** Both have proved the same email address or mobile number. Everything else is only claimed. */
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
      const { email, provedNumber } = person;
      const account = {
        user_id: userId,
        email_fingerprint: email && fingerprintOf('email', email, keys),
        is_email_verified: person.isEmailVerified,
        phone_fingerprints: phonesOf(person).map((phone) => fingerprintOf('phone', phone, keys)),
        proved_number_fingerprint: provedNumber && fingerprintOf('phone', provedNumber, keys),
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
      const { email, isEmailVerified, aadhaarFingerprint, provedNumber } = person;
      const alike = await store.findAlike(
        {
          emails: email ? fingerprintsOf('email', email, keys) : [],
          phones: phonesOf(person).flatMap((phone) => fingerprintsOf('phone', phone, keys)),
          provedNumbers: provedNumber ? fingerprintsOf('phone', provedNumber, keys) : [],
        },
        trx,
      );
      const found = aadhaarFingerprint ? await store.findSameAadhaar(userId, [aadhaarFingerprint], trx) : [];
      const ids = [...new Set([...sameAadhaar, ...found])];
      const { members, former } = await store.sortAccounts(ids, trx);
      const matches = new Map<string, FormerMatch>(
        alike.map(({ userId: formerId, hasEmail, hasPhone, hasProvedNumber, ...earlier }) => [
          formerId,
          {
            formerId,
            by: [...(hasEmail ? (['email'] as const) : []), ...(hasPhone ? (['phone'] as const) : [])],
            isProved: hasProvedNumber || (hasEmail && earlier.isEmailVerified && isEmailVerified),
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

/** A proved number is also compared with numbers that others only claim. */
function phonesOf(person: { contact: string; whatsapp: string; provedNumber: string | null }): string[] {
  const { contact, whatsapp, provedNumber } = person;
  return [...new Set([contact, whatsapp, provedNumber ?? ''])].filter(Boolean);
}
