import type { StaffMember } from '@upaj/contract/moderation/staff';
import type { StaffRole } from '@upaj/contract/people/staff-roles';
import { hasSecondFactor } from '#src/people/access.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isoTime } from '#src/platform/db/times.ts';

export function staffStore({ db }: { db: Database }) {
  return {
    findAll(): Promise<StaffMember[]> {
      return db
        .selectFrom('staff')
        .innerJoin('users', 'users.id', 'staff.user_id')
        .leftJoin('users as givers', 'givers.member_id', 'staff.given_by')
        .select([
          'users.id as _id',
          'users.username',
          'users.full_name as fullName',
          'givers.username as givenBy',
        ])
        .select((eb) => [
          eb.ref('staff.role').$castTo<StaffRole>().as('role'),
          isoTime('staff.given_at').as('givenAt'),
          hasSecondFactor.as('hasSecondFactor'),
        ])
        .orderBy('staff.given_at')
        .orderBy('staff.user_id')
        .execute();
    },

    /**
     * Locks all administrators, so that two who remove each other's role do so one after the other. @returns their ids
     */
    async lockAdministrators(trx: Transaction): Promise<string[]> {
      const rows = await trx
        .selectFrom('staff')
        .select('user_id')
        .where('role', '=', 'administrator')
        .orderBy('user_id')
        .forUpdate()
        .execute();
      return rows.map(({ user_id: id }) => id);
    },

    async setRole(userId: string, role: StaffRole, givenBy: string | null, trx: Transaction): Promise<void> {
      const row = { role, given_by: givenBy, given_at: new Date() };
      await trx
        .insertInto('staff')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
    },

    async removeRole(userId: string, trx: Transaction): Promise<void> {
      await trx.deleteFrom('staff').where('user_id', '=', userId).execute();
    },
  };
}

export type StaffStore = ReturnType<typeof staffStore>;
