import type { FastifyBaseLogger } from 'fastify';
import type { SecondFactorSecret } from '@upaj/contract/people/second-factor';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Consumer, OutboxService } from '#src/notify/outbox/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import type { SessionsService } from '#src/people/sessions/service.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { countWrong, type RateLimit } from '#src/platform/http/rate-limit.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { SecondFactorCodes } from './codes.ts';
import type { Proof, SecondFactorsStore, StoredFactor } from './store.ts';

interface SecondFactorsDeps {
  store: SecondFactorsStore;
  codes: SecondFactorCodes;
  account: Pick<AccountService, 'checkPassword'>;
  sessions: Pick<SessionsService, 'refresh' | 'disconnectOthers'>;
  wrongCodes: RateLimit;
  outbox: Pick<OutboxService, 'nudge'>;
  log: FastifyBaseLogger;
}

export function secondFactorsService(deps: SecondFactorsDeps) {
  const { store, codes, account, sessions, wrongCodes, outbox, log } = deps;

  async function findProof(userId: string, factor: StoredFactor, code: string): Promise<Proof | undefined> {
    const { secret, isOn, recoveryHashes } = factor;
    if (code.length === 6) {
      const step = await codes.findStep(secret, code);
      return step === undefined ? undefined : { secret, step };
    }
    const recoveryHash = isOn && codes.findRecoveryHash(userId, recoveryHashes, code);
    return recoveryHash ? { recoveryHash } : undefined;
  }

  /** Checks a code and uses it up. `use` returns false if the code was used before. */
  async function checkCode(
    userId: string,
    factor: StoredFactor,
    code: string,
    use: (proof: Proof) => Promise<boolean>,
  ): Promise<void> {
    const isRight = await countWrong([[wrongCodes, userId]], async () => {
      const proof = await findProof(userId, factor, code);
      return proof !== undefined && (await use(proof));
    });
    if (isRight) return;
    logSecurity(log, 'second-factor-failed', { userId });
    throw invalidField('code', 'codeWrong');
  }

  return {
    async start(
      { id, username }: { id: string; username: string },
      password: string | undefined,
    ): Promise<SecondFactorSecret> {
      await account.checkPassword(id, password, 'password');
      const { encrypted, recoveryHashes, shown } = await codes.create(id, username);
      if (!(await store.start(id, encrypted, recoveryHashes))) throw new AppError('SECOND_FACTOR_ON');
      return shown;
    },

    /** Confirms a code. When it switches the second factor on, the user's other sessions need a code of their own. */
    async confirm(userId: string, token: string, code: string): Promise<void> {
      const factor = await store.find(userId);
      if (!factor) throw new AppError('SECOND_FACTOR_OFF');
      await checkCode(userId, factor, code, async (proof) => {
        const change = factor.isOn ? ('recoveryHash' in proof ? 'recovery' : undefined) : 'on';
        return store.confirm(userId, token, proof, change);
      });
      logSecurity(log, factor.isOn ? 'second-factor-confirmed' : 'second-factor-on', { userId });
      if (factor.isOn) sessions.refresh({ token });
      else sessions.disconnectOthers(userId, token);
      outbox.nudge();
    },

    async end(userId: string, password: string | undefined, code: string): Promise<void> {
      const factor = await store.find(userId);
      if (!factor?.isOn) throw new AppError('SECOND_FACTOR_OFF');
      await account.checkPassword(userId, password, 'password');
      await checkCode(userId, factor, code, (proof) => store.remove(userId, proof));
      logSecurity(log, 'second-factor-off', { userId });
      sessions.refresh({ userId });
      outbox.nudge();
    },

    /** Switches the second factor off by a moderator's command. */
    async endWithoutCode(userId: string): Promise<void> {
      await store.removeWithoutCode(userId);
      sessions.refresh({ userId });
      outbox.nudge();
    },
  };
}

export type SecondFactorsService = ReturnType<typeof secondFactorsService>;

/** Notifies the owner that the second factor changed. */
export function notifyOfSecondFactors(
  notifications: Pick<NotificationsService, 'add'>,
): Consumer<'second-factor.changed'> {
  return (events, trx) =>
    notifications.add(
      trx,
      events.map(({ data: { userId, change, at } }) => ({
        userId,
        kind: 'second-factor',
        data: { change },
        at: new Date(at),
      })),
    );
}
