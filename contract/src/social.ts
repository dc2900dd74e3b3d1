import * as z from 'zod/mini';
import { envelope } from './envelope.ts';
import { optionalText } from './fields.ts';
import { say } from './messages.ts';
import { accountSchema } from './profiles.ts';
import { completeAccountSchema } from './registration.ts';

export const providers = ['google', 'facebook'] as const;
export type Provider = (typeof providers)[number];

/** Why a log-in by a provider ended at the log-in screen: `?error=` of its address. */
export type SocialError =
  /** By the person, at the provider. */
  | 'refused'
  /** Too old, used before, or begun in another browser. */
  | 'expired'
  /** The provider told no address. */
  | 'no-email'
  /** An account with this address exists and must not be linked. */
  | 'not-linked'
  | 'suspended'
  | 'not-set-up'
  /** Anything else. */
  | 'failed';

/** A path of this site. Browsers read a backslash as a slash and skip control characters, so neither may stand in it. */
const ownPath = /^(?:\/(?![/\\])[^\\\u0000-\u001f]*)?$/;

const providerParams = z.object({ provider: z.enum(providers, say('invalid')) });

export const socialEndpoints = {
  /** Which providers are set up on this server. */
  'GET /api/v1/users/providers': {
    response: envelope(z.object({ google: z.boolean(), facebook: z.boolean() })),
  },
  /** `data.url` is the provider's page to go to. `next` is the path of this site to come back to. */
  'POST /api/v1/users/social/:provider': {
    params: providerParams,
    body: z.object({ next: optionalText(500).check(z.refine((path) => ownPath.test(path), say('invalid'))) }),
    response: envelope(z.object({ url: z.string() })),
  },
  'POST /api/v1/users/complete': {
    body: completeAccountSchema,
    response: envelope(z.object({ user: accountSchema })),
  },
} as const;

/** Where a provider sends people back to: `/api/v1/auth/callback/google`. */
export const socialCallbackPath = '/api/v1/auth/callback';
