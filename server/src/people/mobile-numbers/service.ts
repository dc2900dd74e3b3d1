import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '@upaj/contract/people/profiles';
import { logInLimits } from '@upaj/contract/people/users';
import type { LogInByCode, PasswordByCode, ProveNumber } from '@upaj/contract/people/number-codes';
import type { Language } from '@upaj/contract/texts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import type { TokenChange } from '#src/people/account/store.ts';
import type { PasswordsService } from '#src/people/passwords/service.ts';
import type { Enter } from '#src/people/users/enter.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import type { MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { NumberCodesService } from '#src/people/number-codes/service.ts';
import { useCode, type Claim } from '#src/people/number-codes/store.ts';
import { isProtected, type MobileNumbersStore, type Owner } from './store.ts';

interface MobileNumbersDeps {
  store: MobileNumbersStore;
  codes: NumberCodesService;
  /** Whether this server can send SMS messages. */
  isSetUp: boolean;
  enter: Enter;
  passwords: PasswordsService;
  account: Pick<AccountService, 'checkPassword' | 'setPassword'>;
  rateLimit: MakeRateLimit;
  outbox: Pick<OutboxService, 'nudge'>;
}

const wrongCode = () => invalidField('code', 'smsCodeWrong');

export function mobileNumbersService(deps: MobileNumbersDeps) {
  const { store, codes, isSetUp, enter, passwords, account, rateLimit, outbox } = deps;
  const failuresOfAccount = rateLimit(logInLimits.failuresOfAccount);

  /** @returns the id of the right code */
  async function check(claim: Claim, code: string, request: FastifyRequest): Promise<string> {
    const codeId = await codes.check(claim, code, request);
    if (codeId) return codeId;
    logSecurity(request.log, 'code-failed', claim.userId ? { userId: claim.userId } : {});
    throw wrongCode();
  }

  async function checkPasswordOf(owner: Owner, password: string | undefined, ip: string): Promise<void> {
    if (password === undefined) throw new AppError('NUMBER_UNUSED');
    const source = passwords.visitorSource(ip, owner.id);
    const isRight = await passwords.isRight(password, owner.hash, source, [[failuresOfAccount, owner.id]]);
    if (!isRight) throw invalidField('password', 'currentPasswordWrong');
  }

  return {
    isSetUp,

    async sendCode(
      claim: Claim,
      language: Language,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<void> {
      if (!isSetUp) throw new AppError('CODES_NOT_SET_UP');
      await codes.send(claim, language, request, reply);
    },

    /**
     * Opens the account of a number, or a new one. `account` is null for a session that needs a code of its second
     * factor.
     */
    async logIn(
      { contact: number, code, remember, password, isNewOwner }: LogInByCode,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<Account | null> {
      const codeId = await check({ number, userId: null }, code, request);
      const owner = await store.findOwner(number);
      if (owner && isProtected(owner) && !isNewOwner) await checkPasswordOf(owner, password, request.ip);
      const userId = await store.open(number, codeId, { expected: owner?.id, isNewOwner });
      if (!userId) throw wrongCode();
      if (userId !== owner?.id) logSecurity(request.log, 'account-created', { userId });
      if (owner && owner.id !== userId) logSecurity(request.log, 'number-released', { userId: owner.id });
      codes.forget(reply);
      outbox.nudge();
      // Without the version of a password, the session starts in any case.
      return (await enter({ userId, isRemembered: remember }, request, reply)) ?? null;
    },

    async prove(
      userId: string,
      { contact: number, code, password }: ProveNumber,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<void> {
      await account.checkPassword(userId, password, 'password');
      const codeId = await check({ number, userId }, code, request);
      const result = await store.prove({ number, userId }, codeId);
      if (result === 'taken') throw new AppError('NUMBER_TAKEN');
      if (result === 'used') throw wrongCode();
      codes.forget(reply);
      logSecurity(request.log, 'number-proved', { userId });
      outbox.nudge();
    },

    /** Sets the password by a code to the number of the account. */
    async setPassword(
      userId: string,
      { code, password }: PasswordByCode,
      change: TokenChange,
      request: FastifyRequest,
    ) {
      const number = await store.findNumber(userId);
      if (!number) throw new AppError('NO_NUMBER');
      const claim = { number, userId };
      const codeId = await check(claim, code, request);
      const changed = await account.setPassword(userId, password, change, (trx) =>
        useCode(claim, codeId, trx),
      );
      if (!changed) throw wrongCode();
      return changed;
    },
  };
}

export type MobileNumbersService = ReturnType<typeof mobileNumbersService>;
