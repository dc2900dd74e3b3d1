import { v7 as uuidv7 } from 'uuid';
import type { PersonCheck } from '@upaj/contract/people/checks';
import { closeCases } from '#src/moderation/cases/rows.ts';
import { badgeReviewJson } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';

export interface NewRequest {
  userId: string;
  check: PersonCheck;
  gstNumber: string | null;
  photo: string;
  weight: number;
}

export function verificationStore({ db }: { db: Database }) {
  return {
    findPerson(userId: string) {
      return db
        .selectFrom('users')
        .select(['is_verified as isVerified'])
        .select((eb) => [
          eb.ref('verified_for').$castTo<PersonCheck[]>().as('verifiedFor'),
          badgeReviewJson('users').as('badgeReview'),
        ])
        .where('id', '=', userId)
        .executeTakeFirst();
    },

    findOpen(userId: string, executor: Database = db) {
      return selectRequests(executor).where('user_id', '=', userId).executeTakeFirst();
    },

    findOfCase(caseId: string) {
      return selectRequests(db).where('case_id', '=', caseId).executeTakeFirst();
    },

    findOlder(than: Date, limit: number) {
      return selectRequests(db).where('created_at', '<', than).orderBy('created_at').limit(limit).execute();
    },

    /** Counts the user's requests since then, also those that were decided, withdrawn or have lapsed. */
    async countSince(userId: string, since: Date, executor: Database = db): Promise<number> {
      const { count } = await executor
        .selectFrom('cases')
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
        .where('person_id', '=', userId)
        .where('kind', '=', 'verification')
        .where('opened_at', '>', since)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** @returns the case of the request */
    async add({ userId, check, gstNumber, photo, weight }: NewRequest, trx: Transaction): Promise<string> {
      const caseId = uuidv7();
      await trx
        .insertInto('cases')
        .values({ id: caseId, kind: 'verification', user_id: userId, person_id: userId, weight })
        .execute();
      await trx
        .insertInto('verification_requests')
        .values({
          id: uuidv7(),
          case_id: caseId,
          user_id: userId,
          kind: check,
          gst_number: gstNumber,
          photo,
        })
        .execute();
      return caseId;
    },

    /** Closes a case without a decision. @returns false when it was closed before */
    async closeCase(caseId: string, trx: Transaction): Promise<boolean> {
      const { numUpdatedRows } = await closeCases(trx, [caseId]).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Deletes the request of a case. @returns its photo, if it has one */
    async remove(caseId: string, trx: Transaction): Promise<string[]> {
      const row = await trx
        .deleteFrom('verification_requests')
        .where('case_id', '=', caseId)
        .returning('photo')
        .executeTakeFirst();
      return row?.photo ? [row.photo] : [];
    },
  };
}

export type VerificationStore = ReturnType<typeof verificationStore>;

function selectRequests(executor: Database) {
  return executor
    .selectFrom('verification_requests')
    .select(['case_id as caseId', 'user_id as userId', 'gst_number as gstNumber', 'photo'])
    .select('created_at as createdAt')
    .select((eb) => eb.ref('kind').$castTo<PersonCheck>().as('check'));
}
