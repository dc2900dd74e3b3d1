import type { SecondFactorData } from '@upaj/contract/people/notifications';

declare module '#src/notify/outbox/rows.ts' {
  interface Events {
    /**
     * An account was registered. `address` is a keyed hash of the client's address, `others` are accounts that the
     * browser used before. `sameAadhaar` has accounts with the same Aadhaar number, also former ones; events of the
     * release before lack it.
     */
    'account.registered': { userId: string; address: string; others: string[]; sameAadhaar?: string[] };
    /** The name or a phone number changed, the badge or what it was given for, or the email address was verified. */
    'account.changed': { userId: string };
    'phone.changed': { userId: string; at: string };
    'follow.added': { followerId: string; followedId: string };
    /** The user whose second factor was switched on or off, or whose recovery code was used, is notified. */
    'second-factor.changed': { userId: string; at: string } & SecondFactorData;
  }
}
