import * as z from 'zod/mini';
import { envelope, failureSchema } from '../envelope.ts';
import { accountSchema } from './profiles.ts';
import { loginSchema, registerSchema } from './registration.ts';

const session = envelope(z.object({ user: accountSchema }));

/** Limits that the log-in counts itself, because it knows the account and whether the password was right. */
export const logInLimits = {
  triesOfPair: { name: 'logins-of-account-at-address', points: 100, minutes: 15 },
  failuresOfPair: { name: 'failed-logins-of-account-at-address', points: 10, minutes: 15 },
  failuresOfAddress: { name: 'failed-logins-of-address', points: 100, minutes: 15 },
  /** This limit stops guessing from many addresses. */
  failuresOfAccount: { name: 'failed-logins-of-account', points: 300, minutes: 60 },
  failuresOfDevice: { name: 'failed-logins-of-device', points: 10, minutes: 15 },
};

/**
 * The response to the right password of a suspended account: 403 with ACCOUNT_SUSPENDED. The token is missing when the
 * account was suspended without a decision that its owner could appeal.
 */
export const suspendedFailureSchema = z.extend(failureSchema, { appealToken: z.optional(z.string()) });
export type SuspendedFailure = z.infer<typeof suspendedFailureSchema>;

export const userEndpoints = {
  'GET /api/v1/users/current-user': { response: session },
  'POST /api/v1/users/register': {
    whenRestricted: 'open',
    body: registerSchema,
    files: { avatar: 1 },
    response: session,
    limits: [{ name: 'registration-tries-of-address', points: 500, minutes: 60, by: 'address' }],
    // The limit is high because several people may share an address and correct their forms.
    formLimits: [{ name: 'registrations-of-address', points: 100, minutes: 60, by: 'address' }],
  },
  /** `user` is null until the session has confirmed a code: `POST /api/v1/users/totp/confirm`. */
  'POST /api/v1/users/login': {
    whenRestricted: 'open',
    body: loginSchema,
    response: envelope(z.object({ user: z.nullable(accountSchema) })),
    limits: [{ name: 'login-tries-of-address', points: 1000, minutes: 15, by: 'address' }],
  },
  'POST /api/v1/users/logout': { whenRestricted: 'open', response: envelope(z.null()) },
} as const;
