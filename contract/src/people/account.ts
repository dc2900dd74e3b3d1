import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { idSchema, languageSchema } from '../fields.ts';
import { limits } from '../limits.ts';
import { clearedParts } from './address-proof.ts';
import { emailSchema, newPasswordFields, ownPasswordSchema, passwordsMatch } from './credentials.ts';
import type { CallLimit } from '../rate-limits.ts';
import { accountSchema } from './profiles.ts';

export const forgotPasswordSchema = z.object({ email: emailSchema });
export type ForgotPassword = z.infer<typeof forgotPasswordSchema>;

/** The token in the link of an email has only letters, digits, dots, dashes and underscores. */
const tokenSchema = z
  .string(say('invalid'))
  .check(
    z.minLength(1, say('invalid')),
    z.maxLength(1000, say('invalid')),
    z.regex(/^[\w.-]+$/, say('invalid')),
  );

/** What the person types to set a new password. The token is no part of the form, because it is in the address. */
export const newPasswordSchema = z.object(newPasswordFields).check(passwordsMatch);

export const resetPasswordSchema = z
  .object({ token: tokenSchema, ...newPasswordFields })
  .check(passwordsMatch);
export type ResetPassword = z.infer<typeof resetPasswordSchema>;

const currentPasswordSchema = z
  .string(say('currentPasswordRequired'))
  .check(z.minLength(1, say('currentPasswordRequired')), z.maxLength(limits.password.max, say('tooLong')));

export const changePasswordSchema = z
  .object({ currentPassword: currentPasswordSchema, ...newPasswordFields })
  .check(passwordsMatch);
export type ChangePassword = z.infer<typeof changePasswordSchema>;

export const sessionSchema = z.object({
  _id: idSchema,
  isCurrent: z.boolean(),
  /** The browser and system by the user agent, such as 'Chrome on Android'; '' when unknown. */
  device: z.string(),
  ipAddress: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type LoginSession = z.infer<typeof sessionSchema>;

/** People confirm with their own username, and with the password if the account has one. */
export const deleteAccountSchema = z.object({
  confirmation: z
    .string(say('confirmationWrong'))
    .check(z.maxLength(limits.username.max, say('confirmationWrong'))),
  password: ownPasswordSchema,
});
export type DeleteAccount = z.infer<typeof deleteAccountSchema>;

/** Fields that are left out stay as they are. */
export const privacySchema = z
  .object({
    isContactHidden: z.optional(z.boolean(say('invalid'))),
    hasPublicPage: z.optional(z.boolean(say('invalid'))),
  })
  .check(
    z.refine((settings) => Object.values(settings).some((value) => value !== undefined), {
      path: ['isContactHidden'],
      error: say('invalid'),
    }),
  );
export type PrivacySettings = z.infer<typeof privacySchema>;

export const languageChoiceSchema = z.object({ language: languageSchema });

const done = envelope(z.null());

/** An account has this many tries. Only wrong passwords count. */
export const passwordTries = { name: 'password-tries', points: 10, minutes: 15 };

/** Limits that the server counts itself, because it knows the browsers of an account. */
export const resetLimits = {
  ofPair: { name: 'resets-of-account-at-address', points: 3, minutes: 60 },
  ofAccount: { name: 'resets-of-account', points: 20, minutes: 60 },
  /** Other people's requests do not count for a browser that has logged in to the account. */
  ofDevice: { name: 'resets-of-device', points: 3, minutes: 60 },
};

const linkTries: CallLimit = { name: 'link-tries-of-address', points: 300, minutes: 60, by: 'address' };

/** Limits the emails to an address that somebody registers again. Beyond it no email is sent. */
export const takenAddresses = { name: 'taken-addresses', points: 3, minutes: 60 };

export const accountEndpoints = {
  /** The response is the same whether or not the address is registered, so that nobody can find out. */
  'POST /api/v1/users/forgot-password': {
    whenRestricted: 'open',
    body: forgotPasswordSchema,
    response: done,
    limits: [{ name: 'resets-of-address', points: 30, minutes: 60, by: 'address' }],
  },
  /**
   * The first proof of an address removes what another browser entered before, and `cleared` says what that was. The
   * response of an earlier release has no data.
   */
  'POST /api/v1/users/reset-password': {
    whenRestricted: 'open',
    body: resetPasswordSchema,
    response: envelope(z.nullable(z.object({ cleared: z.array(z.enum(clearedParts)) }))),
    limits: [linkTries],
  },
  'POST /api/v1/users/change-password': {
    whenRestricted: 'open',
    body: changePasswordSchema,
    response: done,
  },
  'POST /api/v1/users/send-verification': {
    whenRestricted: 'open',
    response: done,
    limits: [{ name: 'verifications-of-account', points: 3, minutes: 60, by: 'member' }],
  },
  /** Works where the account is logged in; elsewhere it responds with LOG_IN_TO_VERIFY, until the address is verified. */
  'POST /api/v1/users/verify-email': {
    whenRestricted: 'open',
    body: z.object({ token: tokenSchema }),
    response: done,
    limits: [linkTries],
  },
  'GET /api/v1/users/sessions': { response: envelope(z.array(sessionSchema)) },
  'DELETE /api/v1/users/sessions': { whenRestricted: 'open', response: done },
  'DELETE /api/v1/users/sessions/:sessionId': {
    whenRestricted: 'open',
    params: z.object({ sessionId: idSchema }),
    response: done,
  },
  'PATCH /api/v1/users/privacy': {
    whenRestricted: 'open',
    body: privacySchema,
    response: envelope(accountSchema),
  },
  'PUT /api/v1/users/language': {
    whenRestricted: 'open',
    body: languageChoiceSchema,
    response: envelope(languageChoiceSchema),
  },
  /** `retainedUntil` has a time when a moderator restricted or decided against the account in the last year. */
  'GET /api/v1/users/account/deletion': {
    response: envelope(z.object({ retainedUntil: z.nullable(z.string()) })),
  },
  'DELETE /api/v1/users/account': { whenRestricted: 'open', body: deleteAccountSchema, response: done },
} as const;

/** The response is a ZIP file of JSON and photos, with a Content-Length. */
export const exportPath = '/api/v1/users/export';
