import * as z from 'zod/mini';
import { contactSchema, fullNameSchema, newUsernameSchema, userTypeSchema } from './credentials.ts';
import { envelope } from './envelope.ts';
import { optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { say } from './messages.ts';
import { accountSchema } from './profiles.ts';

export const providers = ['google', 'facebook'] as const;
export type Provider = (typeof providers)[number];

/**
 * Why a log-in by a provider ended at the log-in screen, as `?error=` of its address: refused by the person at the
 * provider; too old, used before or begun in another browser; no e-mail address told; an account with that address that must not be
 * linked; a suspended account; not set up here; anything else.
 */
export const socialErrors = [
  'refused',
  'expired',
  'no-email',
  'not-linked',
  'suspended',
  'not-set-up',
  'failed',
] as const;
export type SocialError = (typeof socialErrors)[number];

/** A path of this site. Browsers read a backslash as a slash and skip control characters, so neither may stand in it. */
// oxlint-disable-next-line no-control-regex -- they are what it keeps out
const ownPath = /^(?:\/(?![/\\])[^\\\u0000-\u001f]*)?$/;

const providerParams = z.object({ provider: z.enum(providers, say('invalid')) });

/** What a first log-in by Google or Facebook leaves open; nothing else works before it is given. */
export const completeAccountSchema = z.object({
  fullName: fullNameSchema,
  contact: contactSchema,
  username: newUsernameSchema,
  userType: userTypeSchema,
  majorProduct: optionalText(limits.majorProduct.max),
});
export type CompleteAccount = z.infer<typeof completeAccountSchema>;

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
