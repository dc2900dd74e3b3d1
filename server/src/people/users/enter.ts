import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '@upaj/contract/people/profiles';
import type { DevicesService } from '#src/people/devices/service.ts';
import type { ProfilesService } from '#src/people/profiles/service.ts';
import type { NewSession, SessionsService } from '#src/people/sessions/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';

/** Finds the token of an appeal link. Returns undefined if no decision of a moderator suspended the account. */
export type FindAppealToken = (userId: string) => Promise<string | undefined>;

interface EnterDeps {
  sessions: Pick<SessionsService, 'start'>;
  profiles: Pick<ProfilesService, 'findAccount'>;
  devices: Pick<DevicesService, 'remember'>;
  findAppealToken: FindAppealToken;
}

/** Starts the session of a person who has proved that the account is theirs. */
export function createEnter({ sessions, profiles, devices, findAppealToken }: EnterDeps) {
  /**
   * Returns null for a session that needs a code of the second factor: it must not show the account. Returns undefined
   * if the password has changed since it was checked.
   */
  return async (
    session: NewSession,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Account | null | undefined> => {
    const { userId } = session;
    const account = await profiles.findAccount(userId).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      logSecurity(request.log, 'login-refused', { userId });
      if (error.code !== 'ACCOUNT_SUSPENDED') throw error;
      const appealToken = await findAppealToken(userId);
      throw new AppError('ACCOUNT_SUSPENDED', { data: { appealToken } });
    });
    if (!(await sessions.start(session, request, reply))) return undefined;
    devices.remember(request, reply, userId);
    logSecurity(request.log, 'logged-in', { userId });
    return account.hasSecondFactor ? null : account;
  };
}

export type Enter = ReturnType<typeof createEnter>;
