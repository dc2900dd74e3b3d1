import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { optionalText } from '../fields.ts';
import { accountSchema } from './profiles.ts';
import { completeAccountSchema } from './complete-account.ts';

export const providers = ['google', 'facebook'] as const;
export type Provider = (typeof providers)[number];

/** The log-in screen shows these reasons from `?error=` of its address. */
export type SocialError =
  /** The person refused at the provider. */
  | 'refused'
  /** The log-in is too old, was used before, or was started in another browser. */
  | 'expired'
  /** The provider sent no email address. */
  | 'no-email'
  /** An account with this address exists and must not be linked. */
  | 'not-linked'
  | 'suspended'
  | 'not-set-up'
  | 'failed';

/**
 * Matches a path of this app, so that `next` cannot lead to another site. Browsers read a backslash as a slash and skip
 * control characters, so neither is allowed.
 */
const ownPath = /^(?:\/(?![/\\])[^\\\u0000-\u001f]*)?$/;

const providerParams = z.object({ provider: z.enum(providers, say('invalid')) });

export const socialEndpoints = {
  /** Lists the ways to log in beside the password that this server has. */
  'GET /api/v1/users/providers': {
    response: envelope(z.object({ google: z.boolean(), facebook: z.boolean(), mobileNumber: z.boolean() })),
  },
  /** `data.url` is the provider's page; `next` is the path to return to. */
  'POST /api/v1/users/social/:provider': {
    whenRestricted: 'open',
    params: providerParams,
    body: z.object({ next: optionalText(500).check(z.refine((path) => ownPath.test(path), say('invalid'))) }),
    response: envelope(z.object({ url: z.string() })),
    limits: [{ name: 'social-starts-of-address', points: 300, minutes: 15, by: 'address' }],
  },
  'POST /api/v1/users/complete': {
    whenRestricted: 'open',
    body: completeAccountSchema,
    response: envelope(z.object({ user: accountSchema })),
  },
} as const;

/** The provider's name follows, as in `/api/v1/auth/callback/google`. */
export const socialCallbackPath = '/api/v1/auth/callback';
