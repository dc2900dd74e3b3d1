import type { FastifyBaseLogger } from 'fastify';
import type { StaffRole } from '@upaj/contract/people/staff-roles';
import type { AccountService } from '#src/people/account/service.ts';
import type { SessionsService } from '#src/people/sessions/service.ts';
import type { AuditService } from '#src/moderation/audit/service.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { StaffStore } from './store.ts';

interface StaffDeps {
  db: Database;
  store: StaffStore;
  audit: Pick<AuditService, 'add'>;
  account: Pick<AccountService, 'findByName'>;
  sessions: Pick<SessionsService, 'refresh'>;
  log: FastifyBaseLogger;
}

export function staffService({ db, store, audit, account, sessions, log }: StaffDeps) {
  return {
    findAll: store.findAll,

    /** `byId` is the administrator who sets the role; it is null for the operator's command. */
    async setRole(name: string, role: StaffRole | 'none', byId: string | null): Promise<string> {
      const person = await account.findByName(name);
      if (!person) throw new AppError('USER_NOT_FOUND');
      const { id: userId, username } = person;
      if (userId === byId) throw new AppError('NOT_YOURSELF');
      await db.transaction().execute(async (trx) => {
        const administrators = await store.lockAdministrators(trx);
        if (byId && !administrators.includes(byId)) throw new AppError('NOT_FOUND');
        if (
          role !== 'administrator' &&
          administrators.every((id) => id === userId) &&
          administrators.length > 0
        )
          throw new AppError('LAST_ADMINISTRATOR');
        if (role === 'none') await store.removeRole(userId, trx);
        else await store.setRole(userId, role, byId, trx);
        const actor = byId ? { id: byId, staffRole: 'administrator' as const } : null;
        await audit.add(trx, actor, { action: 'role', personId: userId, after: { role } });
      });
      sessions.refresh({ userId });
      logSecurity(log, `moderator-role-${role}`, { userId });
      return username;
    },
  };
}

export type StaffService = ReturnType<typeof staffService>;
