import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '@upaj/contract/people/profiles';
import type { Login } from '@upaj/contract/people/registration';
import { logInLimits } from '@upaj/contract/people/users';
import { knownSource, type PasswordsService } from '#src/people/passwords/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { addressKey, type MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { DevicesService } from '#src/people/devices/service.ts';
import type { Enter } from './enter.ts';
import type { UsersStore } from './store.ts';

export interface LogInDeps {
  store: UsersStore;
  passwords: PasswordsService;
  devices: DevicesService;
  rateLimit: MakeRateLimit;
  enter: Enter;
}

/** A refusal takes this long, in ms, so that its time does not reveal whether the address has an account. */
const refusedAfter = 150;

export function createLogIn(deps: LogInDeps) {
  const { store, passwords, devices, rateLimit, enter } = deps;
  const triesOfPair = rateLimit(logInLimits.triesOfPair);
  const failuresOfPair = rateLimit(logInLimits.failuresOfPair);
  const failuresOfAddress = rateLimit(logInLimits.failuresOfAddress);
  const failuresOfAccount = rateLimit(logInLimits.failuresOfAccount);
  const failuresOfDevice = rateLimit(logInLimits.failuresOfDevice);

  /** Returns null for a session that needs a code: it must not show the account. */
  return async (
    { email, password, remember }: Login,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Account | null> => {
    const refusal = delay(refusedAfter);
    const address = addressKey(request.ip);
    await triesOfPair.take(`${email} ${address}`);
    const found = await store.findLogin(email);
    const userId = found?.id;
    // Other people's wrong passwords don't lock out a known browser.
    const device = userId && devices.find(request, userId);
    const counted = device
      ? ([[failuresOfDevice, device]] as const)
      : ([
          [failuresOfPair, `${email} ${address}`],
          [failuresOfAddress, address],
          [failuresOfAccount, email],
        ] as const);
    const source = device ? knownSource(device) : passwords.visitorSource(request.ip, email);
    const isRight = await passwords
      .isRight(password, found?.hash, source, counted)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')
          logSecurity(request.log, 'login-locked', { userId });
        throw error;
      });
    if (isRight && found?.hash) {
      if (passwords.isOutdated(found.hash))
        await store.rehash(found.id, found.hash, await passwords.hash(password, source));
      const passwordVersion = found.passwordVersion ?? '';
      const session = { userId: found.id, isRemembered: remember, passwordVersion };
      const account = await enter(session, request, reply);
      if (account !== undefined) return account;
    }
    logSecurity(request.log, 'login-failed', { userId });
    await refusal;
    throw new AppError('INVALID_CREDENTIALS');
  };
}

export type LogIn = ReturnType<typeof createLogIn>;
