import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { digits } from '../fields.ts';
import { latinDigits } from '../latin-digits.ts';
import { ownPasswordSchema } from './credentials.ts';
import { accountSchema } from './profiles.ts';

/** '१२३ 456' → '123456', 'K7M2X-9FQ4T' → 'k7m2x9fq4t'. */
function cleanCode(text: string): string {
  return latinDigits(text).replace(/[\s-]/g, '').toLowerCase();
}

/** Six digits of an authenticator app, or a recovery code. */
export const secondFactorCodeSchema = digits(
  'codeRequired',
  /^(?:\d{6}|[a-z\d]{10})$/,
  'codeInvalid',
  cleanCode,
);

export const startSecondFactorSchema = z.object({ password: ownPasswordSchema });
export const confirmSecondFactorSchema = z.object({ code: secondFactorCodeSchema });
export const endSecondFactorSchema = z.object({ password: ownPasswordSchema, code: secondFactorCodeSchema });

export const secondFactorSecretSchema = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  uri: z.string(),
  /** Each works once. They are shown only here. */
  recoveryCodes: z.array(z.string()),
});
export type SecondFactorSecret = z.infer<typeof secondFactorSecretSchema>;

/** Wrong codes of a user. */
export const codeTries = { name: 'second-factor-tries', points: 5, minutes: 15 };

export const secondFactorEndpoints = {
  /** Not in force until a code is confirmed; until then, starting again replaces the secret. */
  'POST /api/v1/users/totp': {
    body: startSecondFactorSchema,
    response: envelope(secondFactorSecretSchema),
    limits: [{ name: 'second-factor-starts', points: 20, minutes: 60, by: 'member' }],
  },
  /** Switches it on, and confirms it in this session: after each log-in, and for staff every 12 hours. */
  'POST /api/v1/users/totp/confirm': {
    body: confirmSecondFactorSchema,
    response: envelope(z.object({ user: accountSchema })),
  },
  'DELETE /api/v1/users/totp': { body: endSecondFactorSchema, response: envelope(z.null()) },
} as const;
