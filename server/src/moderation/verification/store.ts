import { v7 as uuidv7 } from 'uuid';
import type { VerificationForm } from '@upaj/contract/moderation/verification';
import type { PersonCheck } from '@upaj/contract/people/checks';
import { closeCases } from '#src/moderation/cases/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connect.ts';

export interface NewRequest extends VerificationForm {
  userId: string;
  photo: string;
}

/** A request weighs as much as the report of one new account, so that the oldest comes first. */
const weight = 1;

export function verificationStore(db: Database) {
  return {
    findPerson(userId: string) {
      return db
        .selectFrom('users')
        .select(['is_verified as isVerified'])
        .select((eb) => eb.ref('verified_for').$castTo<PersonCheck[]>().as('verifiedFor'))
        .where('id', '=', userId)
        .executeTakeFirst();
    },

    findOpen(userId: string, on: Database = db) {
      return selectRequests(on).where('user_id', '=', userId).executeTakeFirst();
    },

    findOfCase(caseId: string) {
      return selectRequests(db).where('case_id', '=', caseId).executeTakeFirst();
    },

    findOlder(than: Date, limit: number) {
      return selectRequests(db).where('created_at', '<', than).orderBy('created_at').limit(limit).execute();
    },

    /** Those that are decided, withdrawn or lapsed count too. */
    async countSince(userId: string, since: Date, on: Database = db): Promise<number> {
      const { count } = await on
        .selectFrom('cases')
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
        .where('person_id', '=', userId)
        .where('kind', '=', 'verification')
        .where('opened_at', '>', since)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** @returns the case that moderators decide */
    async add({ userId, check, gstNumber, photo }: NewRequest, trx: Transaction): Promise<string> {
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
          gst_number: check === 'gst' ? (gstNumber ?? null) : null,
          photo,
        })
        .execute();
      return caseId;
    },

    /** Without a decision. @returns false if it is decided already */
    async closeCase(caseId: string, trx: Transaction): Promise<boolean> {
      const { numUpdatedRows } = await closeCases(trx, [caseId]).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** @returns its photo, if there is one */
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

function selectRequests(db: Database) {
  return db
    .selectFrom('verification_requests')
    .select(['case_id as caseId', 'user_id as userId', 'gst_number as gstNumber', 'photo'])
    .select('created_at as createdAt')
    .select((eb) => eb.ref('kind').$castTo<PersonCheck>().as('check'));
}
